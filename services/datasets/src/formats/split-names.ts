const known: Readonly<Record<string, string>> = {
  train: 'train',
  training: 'train',
  validation: 'validation',
  valid: 'validation',
  val: 'validation',
  dev: 'validation',
  test: 'test',
  testing: 'test',
  eval: 'test',
  evaluation: 'test',
};

/** The split that a well-known name means, whatever its case; `undefined` for any other. */
export const knownSplit = (name: string): string | undefined => {
  const folded = name.trim().toLowerCase();
  return Object.hasOwn(known, folded) ? known[folded] : undefined;
};

/** The name of a split: the well-known ones fold, any other is kept (formats.md, section 1). */
export const splitName = (name: string): string => knownSplit(name) ?? name;

/** The split that a file's name gives its records: `data/val.jsonl` → `validation`. */
export const splitOfFile = (path: string): string | undefined =>
  knownSplit(path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, ''));
