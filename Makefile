# SPDX-License-Identifier: Apache-2.0
# Swell's tasks. `make run` and `make test` set everything up by themselves.

PREFIX ?= /usr/local
PARTS ?= daemon
DESTDIR ?=
SWIFT ?= swift
PRODUCTS ?= swelld swellctl swell-preview
# The system to build for, where it is not this one: amd64 or arm64, and Debian 12 or 13.
ARCH ?=
DEBIAN ?=
SYSTEM := $(if $(ARCH)$(DEBIAN),debian$(or $(DEBIAN),13)-$(or $(ARCH),$(shell dpkg --print-architecture)))
# Or a Swift SDK of one's own, by the name that `swift sdk list` gives it.
SDK ?=
# Nothing looks up symbols of a program, and nothing here uses regular expressions: what neither keeps
# alive the linker leaves out. Each function is a section of its own, so that the linker can leave it out,
# fold it with its equals, and lay what frames and a start execute side by side (make frame-order).
RELEASE = --configuration release $(TARGET) --static-swift-stdlib -Xlinker --gc-sections \
	-Xlinker --no-export-dynamic -Xswiftc -Xfrontend -Xswiftc -internalize-at-link -Xswiftc -Xfrontend \
	-Xswiftc -disable-implicit-string-processing-module-import \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld -Xlinker --icf=all \
	-Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker --symbol-ordering-file=$(CURDIR)/scripts/frame-order.txt -Xlinker --no-warn-symbol-ordering
# Debug information would tell the C modules by a digest that has the times of generated files in it, and the
# build's id is worked out from that.
RELEASE += -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs
# SDKs of another processor have their own (scripts/sdk.sh).
ifeq ($(SDK)$(if $(ARCH),$(filter-out $(shell dpkg --print-architecture),$(ARCH))),)
RUNTIME = build/runtime
RELEASE += -Xswiftc -resource-dir -Xswiftc $(CURDIR)/$(RUNTIME)
endif
ifneq ($(SYSTEM),)
TARGET = --scratch-path .build/$(SYSTEM) --swift-sdks-path build/sdk --swift-sdk $(SYSTEM) \
	--pkg-config-path $(CURDIR)/build/sdk/$(SYSTEM).artifactbundle/pkgconfig
# What is in the older library for arm64 wants three times less `unsafe`.
TARGET += $(if $(findstring arm64,$(SYSTEM)),-Xswiftc -no-warnings-as-errors)
else
TARGET = $(if $(SDK),--swift-sdk $(SDK))
endif
export SYSTEM SDK
# The kiosk machine's system.
MACHINE = ARCH=$(or $(ARCH),amd64) DEBIAN=$(or $(DEBIAN),13)
# For tests that call make themselves, which is not to share this one's jobs.
ALONE = env --unset=MAKEFLAGS --unset=MFLAGS
# What the programs say of their commit; empty where nobody knows it.
COMMIT := $(shell scripts/commit.sh)
RELEASE += $(addprefix -Xlinker --defsym=swell_commit_,$(COMMIT))

.PHONY: run build release test frame-check test-programs unit kiosk kiosk-brief kiosk-all kiosk-programs bench benchmarks instructions check-instructions check-layers frame-order storm pictures preview-loop lint format docs install deb dist schema vm fuzz soak sanitize check-binary footprint mutants

run: setup-build release ## builds everything and shows the scene, on a free display or in a window
	@scripts/run.sh

build: setup-build release ## the programs as they are installed; ARCH=arm64, DEBIAN=12 or SDK=NAME for another system than this

.PHONY: sdk
sdk:
	$(if $(SYSTEM),@scripts/setup.sh vm && scripts/sdk.sh $(lastword $(subst -, ,$(SYSTEM))) \
		$(patsubst debian%,%,$(firstword $(subst -, ,$(SYSTEM)))) > /dev/null)

.PHONY: runtime
runtime:
	$(if $(RUNTIME),@SWIFT="$(SWIFT)" scripts/runtime.sh $(RUNTIME))

release: sdk runtime
	$(foreach product,$(PRODUCTS),$(SWIFT) build $(RELEASE) --product $(product) &&) true

# One after the other, as either takes all processors. The last line counts the unit tests.
test: setup-test frame-check ## every test
	$(MAKE) --no-print-directory unit
	$(MAKE) --no-print-directory kiosk
	@grep "Test run with" build/unit.log | tail -n 1

ifeq ($(ARCH),arm64)
unit: setup-test sdk ## the tests that need no other machine; with ARCH=arm64, under QEMU, those that need no kernel; TARGETS="ImagingTests" for some
	BUILD_FLAGS="$(TARGET)" ONLY="$(ONLY)" scripts/unit-elsewhere.sh $(TARGETS)
else
unit: test-programs
	scripts/check-motion.py "$$($(SWIFT) build --show-bin-path)/swell-probe"
	scripts/check-schema.py "$$($(SWIFT) build --show-bin-path)"
	SWIFT="$(SWIFT)" $(ALONE) scripts/unit.sh
endif

kiosk: test-programs release kiosk-programs ## the tests on a real kernel's display: Debian 13's on amd64, or DEBIAN=12, ARCH=arm64
	$(MACHINE) $(ALONE) Tests/Kiosk/run.py --processes 2

kiosk-brief: kiosk-programs ## a few of them, on one machine, booted once
	$(MACHINE) Tests/Kiosk/run.py --brief

kiosk-all: test-programs kiosk-programs ## the same with those that take minutes each: every driver, packages by apt, README's commands
	$(MACHINE) Tests/Kiosk/run.py --all

kiosk-programs:
	@$(MAKE) --no-print-directory release $(MACHINE)

frame-check: release ## what a frame takes from heap and kernel, in the build that is shipped
	$(SWIFT) build $(RELEASE) --product frame-check
	"$$($(SWIFT) build $(RELEASE) --show-bin-path)/frame-check"

test-programs:
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error $(TEST_FLAGS)

bench: setup-test release benchmarks ## timings as ratios to memset and cairo; BENCH="server 1280x800" for some
	"$$($(SWIFT) build $(RELEASE) --show-bin-path)/swell-bench" $(BENCH)

benchmarks: setup-test runtime ## builds them and the probe as the programs are built, so that they are known to build
	$(SWIFT) build $(RELEASE) --product swell-bench
	$(SWIFT) build $(RELEASE) --product swell-probe

instructions: setup-test sdk runtime ## what frames execute and touch, counted; COUNT="800x480 full" for some, ARCH=arm64 under QEMU
	@BUILD_FLAGS="$(RELEASE)" scripts/instructions.sh $(COUNT)

check-instructions: setup-test sdk runtime ## no frame executes more than scripts/instructions.txt allows; ARCH=arm64 under QEMU
	@BUILD_FLAGS="$(RELEASE)" scripts/instructions.sh --check

check-layers: setup-test sdk runtime ## layers are painted as Tests/Golden/layers.txt has them; ARCH=arm64 under QEMU
	@BUILD_FLAGS="$(RELEASE)" scripts/check-layers.sh

frame-order: setup-test runtime ## counts anew what frames, a start and usual calls execute, for the linker: scripts/frame-order.txt
	$(SWIFT) build $(RELEASE) -Xlinker --icf=none --product swell-bench
	$(SWIFT) build $(RELEASE) -Xlinker --icf=none --product swelld
	scripts/frame-order.py "$$($(SWIFT) build $(RELEASE) --show-bin-path)/swell-bench" \
		"$$($(SWIFT) build $(RELEASE) --show-bin-path)/swelld" > build/frame-order.txt
	mv build/frame-order.txt scripts/frame-order.txt

storm: setup-build release ## hostile clients of every kind, and what they do to frames, memory and picture; STORM="--size 3840x2160"
	scripts/storm.py "$$(scripts/release-products.sh)/swelld" $(STORM)

pictures: setup-test release ## draws the examples' pictures and a film for the documents, and photographs the window
	$(SWIFT) build $(RELEASE) --product swell-probe
	scripts/pictures.py "$$(scripts/release-products.sh)/swell-probe" docs/pictures \
		--desk "$$(scripts/release-products.sh)/swell-preview"
	scripts/film.py "$$(scripts/release-products.sh)/swell-probe" docs/pictures/tickets-film.png

preview-loop: setup-test release ## how long it takes from saving a scene to its picture in the window
	scripts/preview-loop.py "$$(scripts/release-products.sh)/swell-preview"

lint: setup-lint ## every linter: Swift, C, shell, Python
	@scripts/lint.sh

format: setup-lint ## what linters can mend by themselves
	@scripts/lint.sh --mend

docs: setup-build ## the documentation of the modules, with broken links as errors
	@scripts/docs.sh $(DOCS)

install: ## the programs, units and default configuration below $(DESTDIR)$(PREFIX); PARTS="daemon preview" for the window too
	@BIN="$$(scripts/release-products.sh)" PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" PARTS="$(PARTS)" scripts/install.sh

ifneq ($(SYSTEM),)
deb: setup-vm build ## the Debian packages, build/swell_VERSION_ARCH.deb and swell-preview, checked by lintian; for ARCH and DEBIAN
	@BIN="$$(scripts/release-products.sh)" scripts/deb-elsewhere.sh $(lastword $(subst -, ,$(SYSTEM))) \
		$(patsubst debian%,%,$(firstword $(subst -, ,$(SYSTEM))))
else
deb: setup-deb build
	@packages="$$(BIN="$$(scripts/release-products.sh)" scripts/deb.sh)" \
		&& lintian --fail-on error,warning --tag-display-limit 0 $$packages && echo "$$packages"
endif

dist: ## the committed sources as build/swell-VERSION.tar.gz, the same bytes for the same commit
	@scripts/dist.sh

schema: setup-build ## what follows from the tables of keys and methods: config/schema, comments of swell.toml, README's table
	$(SWIFT) build --product swell-probe
	scripts/schema.py "$$($(SWIFT) build --show-bin-path)/swell-probe" config/schema
	scripts/key-tables.py

vm: setup-vm kiosk-programs ## boots the kiosk machine with Swell installed
	$(MACHINE) vm/run.sh

fuzz: setup-test ## feeds parsers and painter with anything for a minute each
	scripts/fuzz.sh $(SECONDS_EACH)

soak: setup-build runtime ## days of virtual time; fails when memory or descriptors grow
	$(SWIFT) build $(RELEASE) --product swell-soak
	"$$($(SWIFT) build $(RELEASE) --show-bin-path)/swell-soak" $(FRAMES)

sanitize: setup-test ## tests under AddressSanitizer and ThreadSanitizer; SANITIZE="address KMSTests" for some
	scripts/sanitize.sh $(SANITIZE)

check-binary: setup-build release ## size, libraries and contents of the daemon as it is installed, and the packages that it is built from
	@mkdir -p build && $(SWIFT) package dump-package > build/manifest.json
	scripts/check-dependencies.py build/manifest.json Package.resolved
	scripts/check-binary.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)/swelld"

footprint: setup-build setup-vm release ## what an installation adds to minimal Debians, and what the daemon takes of memory, against bounds
	@BIN="$$(scripts/release-products.sh)" scripts/footprint.sh 12
	@BIN="$$(scripts/release-products.sh)" scripts/footprint.sh 13

mutants: setup-test ## small changes that a test has to notice; MUTANTS="Motion Touch --count 20" for some
	scripts/mutants.py $(MUTANTS)

.PHONY: setup-build setup-test setup-lint setup-vm setup-deb
setup-build:
	@scripts/setup.sh build
setup-test:
	@scripts/setup.sh build test vm deb
setup-lint:
	@scripts/setup.sh lint
setup-deb:
	@scripts/setup.sh build deb
setup-vm:
	@scripts/setup.sh build vm
