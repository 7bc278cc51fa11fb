/** A schema of OpenAPI; what is not named here stays as it is. */
export interface OpenSchema {
  readonly properties?: Readonly<Record<string, OpenSchema>>;
  readonly items?: OpenSchema;
  readonly additionalProperties?: OpenSchema | boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
}

/** What is read of a CustomResourceDefinition. */
export interface Definition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: OpenSchema };
    }[];
  };
}

/** Strict schemas of a kind, by the names that kubeconform asks for: `servicemonitor-monitoring-v1`. */
export const schemasOf = ({ spec }: Definition): Readonly<Record<string, OpenSchema>> =>
  Object.fromEntries(
    spec.versions.map(({ name, schema }) => [
      [spec.names.kind, spec.group.split('.')[0], name].join('-').toLowerCase(),
      strict(schema.openAPIV3Schema),
    ]),
  );

/** The same, and a field that it does not name is an error, as the API server has it. */
const strict = (schema: OpenSchema): OpenSchema => {
  const { properties, items, additionalProperties } = schema;
  const isClosed =
    properties !== undefined &&
    additionalProperties === undefined &&
    schema['x-kubernetes-preserve-unknown-fields'] !== true;
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, strict(each)])),
    }),
    ...(items !== undefined && { items: strict(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: strict(additionalProperties) }),
    ...(isClosed && { additionalProperties: false }),
  };
};
