/** A name that is one part of a path on every system. */
export const safeName = (name: string): string => {
  const safe = name.normalize('NFC').replace(UNSAFE, '_');
  return safe === '' || safe === '.' || safe === '..' ? 'file' : safe;
};

const UNSAFE = /[/\\:*?"<>|\p{Cc}]/gu;
