import type { EmulatorReply } from "./replies";

/** The last reply to each request that changes nothing. */
export class AnswerMemory {
  private readonly answers = new Map<string, EmulatorReply>();

  earlier(method: string, url: URL, accountId: number): EmulatorReply | undefined {
    return method === "GET" ? this.answers.get(keyOf(url, accountId)) : undefined;
  }

  keep(method: string, url: URL, accountId: number, reply: EmulatorReply): EmulatorReply {
    if (method === "GET") this.answers.set(keyOf(url, accountId), reply);
    return reply;
  }
}

function keyOf(url: URL, accountId: number): string {
  return `${String(accountId)} ${url.pathname}${url.search}`;
}
