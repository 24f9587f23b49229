// Before a program or provider process of the SDK: what the SDK loads to serialize closures, more than half of the start of
// each process, is loaded when something of it is used. Ours is a constant text, so it never is.
const Module = require("node:module");

const LATE = ["typescript", "@npmcli/arborist"];
const load = Module._load;

Module._load = function loadLate(request, ...rest) {
  if (!LATE.includes(request)) return load.call(this, request, ...rest);
  let loaded;
  const real = () => (loaded ??= load.call(this, request, ...rest));
  const get = (_target, name) => {
    // What a module that was compiled from TypeScript asks before it takes anything.
    if (name === "__esModule") return true;
    return name === "default" ? real() : real()[name];
  };
  return new Proxy({}, { get, has: (_target, name) => name in real() });
};
