/** What the generators read of a JSON schema. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** A section whose properties have defaults of their own; one that has a default as a whole is told as a whole. */
export const isSection = (
  shape: Shape,
): shape is Shape & { readonly properties: Readonly<Record<string, Shape>> } =>
  shape.properties !== undefined && shape.default === undefined;

/** What `values.yaml` says of it; `undefined` where it says nothing. */
export const defaultOf = (shape: Shape): unknown =>
  isSection(shape)
    ? Object.fromEntries(
        Object.entries(shape.properties)
          .map(([name, property]) => [name, defaultOf(property)] as const)
          .filter(([, value]) => value !== undefined),
      )
    : shape.default;
