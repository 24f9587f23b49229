import * as pulumi from "@pulumi/pulumi";
import { Instance, Template } from "pulumi-vastai";

export interface TeamArgs {
  image: string;
  /** One machine each. */
  people: string[];
  /** $/h for each machine. */
  maxHourlyPriceUsd: number;
}

/** A template, and a machine from it for every member of a team. */
export class Team extends pulumi.ComponentResource {
  /** SSH commands by person; undefined where the machine shows none. */
  readonly machines: pulumi.Output<Record<string, string | undefined>>;

  constructor(name: string, args: TeamArgs, options?: pulumi.ComponentResourceOptions) {
    super("example:index:Team", name, {}, options);
    const template = new Template(
      `${name}-workstation`,
      { image: args.image, runtype: "ssh", useSsh: true, sshDirect: true, recommendedDiskSpace: 16 },
      { parent: this },
    );
    const search = { filters: { numGpus: 1, gpuRam: { gte: 12_000 } } };
    const entries = args.people.map((person) => {
      const { maxHourlyPriceUsd } = args;
      const machine = new Instance(
        `${name}-${person}`,
        { template, search, maxHourlyPriceUsd, label: `${name}/${person}` },
        { parent: this, customTimeouts: { create: "20m" } },
      );
      return [person, machine.sshCommand] as const;
    });
    this.machines = pulumi.output(Object.fromEntries(entries));
    this.registerOutputs({ machines: this.machines });
  }
}
