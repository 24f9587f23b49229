import type * as pulumi from "@pulumi/pulumi";

/** A value of which any part, at any depth, may be an `Output` or a promise. Plain values are taken as they are. */
export type NestedInput<T> = pulumi.Input<{ [K in keyof T]: NestedInput<T[K]> }>;
