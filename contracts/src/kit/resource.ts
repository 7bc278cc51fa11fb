import { type ObjectOptions, type TProperties, Type } from '@sinclair/typebox';

/**
 * Declares a named shape of the interface. The name stands as `title`, becomes the component's name in
 * `openapi.json`, and is spelt as the specification spells it.
 */
export const resource = <const Properties extends TProperties>(
  title: string,
  properties: Properties,
  options: ObjectOptions = {},
) => Type.Object(properties, { ...options, title });
