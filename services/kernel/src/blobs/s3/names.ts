/** Why an object of no bytes stands beside a copy of a blob. */
export type Mark =
  /** It was put again: when the mark was written last. */
  | 'touched'
  /** Somebody set out to remove it: nobody relies on it any more. */
  | 'condemned';

/** An object in the bucket: a copy of a blob, nearly always the only one, number 0, or a mark on one. */
export interface ObjectName {
  readonly sha256: string;
  readonly copy: number;
  readonly mark?: Mark;
}

const NAME = /([0-9a-f]{64})(?:~([1-9][0-9]*))?(?:\.(touched|condemned))?$/;

/** `<prefix>aa/bb/<sha256>`, `…~1` for another copy, `….touched` for a mark. All of a blob's begin with its first. */
export const keyOf = (prefix: string, { sha256, copy, mark }: ObjectName): string =>
  `${prefix}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}${copy === 0 ? '' : `~${copy}`}${mark === undefined ? '' : `.${mark}`}`;

/** `undefined` for what is no object of ours. */
export const nameOf = (prefix: string, key: string): ObjectName | undefined => {
  const found = NAME.exec(key);
  if (found === null) return undefined;
  const [, sha256 = '', number = '0', mark] = found;
  const name: ObjectName = { sha256, copy: Number(number), ...(isMark(mark) ? { mark } : {}) };
  return keyOf(prefix, name) === key ? name : undefined;
};

const isMark = (text: string | undefined): text is Mark => text === 'touched' || text === 'condemned';
