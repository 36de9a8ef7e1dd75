// SPDX-License-Identifier: Apache-2.0
import LayerTrials

for line in LayerHashes.lines(batches: 8) { print(line) }
