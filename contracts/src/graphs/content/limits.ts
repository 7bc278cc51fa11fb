/** What one node or edge may be at most, whether a person sends it or a file has it. Characters are code points. */
export const elementLimits = {
  uidCharacters: 1_000,
  /** A label, a type, the name of a property. */
  nameCharacters: 1_000,
  labelsPerNode: 100,
  propertiesPerElement: 1_000,
  /** All that is said of one, as JSON. These are UTF-16 units. */
  elementCharacters: 2 * 1024 * 1024,
} as const;

/** So many nodes and edges come in one request; so many edges go with a node that is deleted. */
export const MOST_ELEMENTS = 10_000;
