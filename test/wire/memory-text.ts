import type { SharedText } from "../../provider/wire/pace-share";
import type { FakeClock } from "../support/fake-clock";

/** What processes share, without a file: reading and changing take some ms, and one changes at a time. */
export class MemoryText implements SharedText {
  text: string | undefined;
  /** Nothing can be written any more. */
  isBroken = false;
  changes = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly clock: FakeClock) {}

  async read(): Promise<string | undefined> {
    await this.clock.sleep(1);
    return this.text;
  }

  async change(edit: (text: string | undefined) => string | undefined): Promise<boolean> {
    const mine = this.last.then(async () => {
      await this.clock.sleep(3);
      if (this.isBroken) return false;
      this.text = edit(this.text) ?? this.text;
      this.changes += 1;
      await this.clock.sleep(1);
      return true;
    });
    this.last = mine;
    return mine;
  }
}
