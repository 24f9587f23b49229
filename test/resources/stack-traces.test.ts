import * as pulumi from "@pulumi/pulumi";
import { Instance } from "../../provider/resources/instance";
import { Template } from "../../provider/resources/template";

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ id }) => ({ id: id ?? "1", state: {} }),
    call: () => ({}),
  });
});

const declared = [
  ["Instance", (options: object) => new Instance("one", { image: "a/b" }, options)],
  ["Template", (options: object) => new Template("one", { image: "a/b" }, options)],
] as const;

describe.each(declared)("declaring a resource of type %s", (_type, declare) => {
  const limit = Error.stackTraceLimit;
  afterEach(() => {
    Error.stackTraceLimit = limit;
    delete process.env["PULUMI_DEBUG_PROMISE_LEAKS"];
  });

  /** Frames that an error has while the resource is declared. */
  function framesMeanwhile(): number {
    let frames = -1;
    const transformation = () => {
      frames = (new Error("look").stack ?? "").split("\n").length - 1;
      return undefined;
    };
    declare({ transformations: [transformation] });
    return frames;
  }

  test("writes down no stack traces, and afterwards errors have them as before", () => {
    expect(framesMeanwhile()).toBe(0);
    expect(Error.stackTraceLimit).toBe(limit);
    expect(new Error("after").stack).toContain("stack-traces.test");
  });

  test("gives what a transformation throws a trace of its own", () => {
    const transformation = () => {
      throw new Error("a mistake in a transformation");
    };
    let caught: unknown;
    try {
      declare({ transformations: [transformation] });
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ message: "a mistake in a transformation" });
    expect(caught instanceof Error ? caught.stack : "").toContain("stack-traces.test");
    expect(Error.stackTraceLimit).toBe(limit);
  });

  test("leaves the traces to PULUMI_DEBUG_PROMISE_LEAKS", () => {
    process.env["PULUMI_DEBUG_PROMISE_LEAKS"] = "1";
    expect(framesMeanwhile()).toBeGreaterThan(0);
  });
});
