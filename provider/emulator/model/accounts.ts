import type { EmulatorAccount } from "./emulator-options";

/** An SSH key as the service records it. */
export interface SshKey {
  readonly id: number;
  readonly public_key: string;
  readonly created_at: number;
}

/** An account and what changes about it. */
export interface Account {
  readonly id: number;
  apiKey: string;
  credit: number;
  spendLimitPerHour: number | undefined;
  readonly machines: Set<number>;
  readonly secrets: Map<string, string>;
  readonly volumes: readonly { readonly id: number; readonly machineId: number }[];
  sshKeys: readonly SshKey[];
}

const DEFAULT_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEmulatorEmulatorEmulatorEmulatorEmulator emulator";

/** The accounts of the emulated service, found by key. */
export class AccountBook {
  readonly all: readonly Account[];
  private nextKeyId = 501;

  constructor(accounts: readonly EmulatorAccount[], nowMs: number) {
    this.all = accounts.map((account) => ({
      id: account.id,
      apiKey: account.apiKey,
      credit: account.credit ?? 100,
      spendLimitPerHour: account.spendLimitPerHour,
      machines: new Set(account.machines),
      secrets: new Map(Object.entries(account.secrets ?? {})),
      volumes: account.volumes ?? [],
      sshKeys: (account.sshKeys ?? [DEFAULT_KEY]).map((key) => this.makeKey(key, nowMs)),
    }));
  }

  /** The account that this `Authorization` header belongs to. */
  findByAuthorization(header: string | undefined): Account | undefined {
    const key = /^Bearer\s+(\S+)\s*$/i.exec(header ?? "")?.[1];
    return key === undefined ? undefined : this.all.find((account) => account.apiKey === key);
  }

  /** The account of this id; the first one where no id is given. */
  find(id: number | undefined): Account | undefined {
    return id === undefined ? this.all[0] : this.all.find((account) => account.id === id);
  }

  addSshKey(account: Account, publicKey: string, nowMs: number): SshKey {
    const key = this.makeKey(publicKey, nowMs);
    account.sshKeys = [...account.sshKeys, key];
    return key;
  }

  private makeKey(publicKey: string, nowMs: number): SshKey {
    this.nextKeyId += 1;
    return { id: this.nextKeyId, public_key: publicKey, created_at: nowMs / 1000 };
  }
}
