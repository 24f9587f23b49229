/** Signals a process, or a group by its negative id. False when there is none any more. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (isNoSuchProcess(error)) return false;
    throw error;
  }
}

/** By its code alone: an error of Node's own is no `Error` of the realm that a test runs in. */
function isNoSuchProcess(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "ESRCH";
}
