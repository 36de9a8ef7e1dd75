# Embedded Swift has no key paths; here they are written out as closures.
s/(\(|: )\\\.([A-Za-z0-9_.]+)\)/\1{ $0.\2 })/g
# Those that a member of a widget's table is read and written by.
s/any WritableKeyPath<Settings, ([A-Za-z]+\??)> & Sendable/MemberPath<Settings, \1>/
s/settings\[keyPath: path\] = (.*)$/path.set(\&settings, \1)/
s/\$0\[keyPath: path\]/path.get($0)/
s/("[a-z_]+", |^    )\\\.([A-Za-z]+)(,|\))/\1MemberPath(get: { $0.\2 }, set: { $0.\2 = $1 })\3/g
