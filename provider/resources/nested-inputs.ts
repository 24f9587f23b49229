import type * as pulumi from "@pulumi/pulumi";

/** An object of which any part, at any depth, may be an `Output` or a promise. Plain values are accepted as they are. */
export type NestedArgs<T> = { [K in keyof T]: NestedInput<T[K]> };

/** A value that may itself be an `Output` or a promise, and of which any part may be one. */
export type NestedInput<T> = pulumi.Input<NestedArgs<T>>;
