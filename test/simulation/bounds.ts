/**
 * What the simulation does not do, because the design promises nothing for it. Each bound names its reason; whatever is
 * not bounded here has to be survived.
 *
 * - One kind of source lies in a history: destroys, reads or lists say of a machine that is there that it is gone. "Gone
 *   takes two witnesses", and two that lie alike are proof.
 * - A list that omits a machine counts the others rightly, and omits none but what the state has by its id: of a machine
 *   that only a label tells of, the list is the only witness there is.
 * - A list or read that is older than life is so by no more than the lag below: a service that shows nothing for longer cannot be told from one that has nothing.
 * - An answer to a rent is never that of another rent: HTTP itself promises as much.
 * - A provider killed alone leaves no trace but the machine: what it was launching counts as known again when the next
 *   `up` has looked. Killed between setting a label of the user's and answering, it leaves a machine that only a resource with
 *   that label tells of: where the program no longer asks for one, or the next `up` comes and goes before the service lists
 *   that label, it is lost.
 * - The user imports an older state no sooner than the service shows what it has: a machine with a label of its own is known
 *   again by nothing but that label in a list.
 * - While a launch is in doubt (killed, or its answer lost) the user neither changes key or deployment nor imports an older
 *   state: nothing else says where the launch was made, and the import takes the record of the doubt away.
 * - A new resource is held to the owners of what the program still asks for: the key of a program that asks for nothing that
 *   the state has is the user's choice.
 * - What the user's import of an older state takes out of it, and the program no longer asks for under its name or
 *   label, or has another machine for again, is the user's own loss.
 * - Where a recorded resource waits for a new one, only a preview sees it before the new one is rented: an `up` without one
 *   may rent with another account's key.
 * - Nobody relabels a machine by hand before the state has its id: until then its label is what it is found by.
 * - Two stacks of the same names on one account cannot be told apart by their tokens: the user, who knows whose machine an
 *   error names, sets `launch.ignoreOrphans`.
 * - A launch whose first rent was carried out later than 90 s, and before `recover` began, and which was killed while its second
 *   was being sent, is not told from one whose first rent showed at once.
 * - Times do not count against a command during which the laptop slept or its clock was set.
 */

/** The service carries a rent out at the latest so long after it was sent, in s: the doubt stays for ten minutes. */
export const LATEST_ACT_SECONDS = 400;

/** A new machine is missing from lists and reads for so long at most, in s: the service's own word. */
export const LONGEST_LAG_SECONDS = 55;
