import type { AccessLog } from '@cairn/contracts';
import { type AccessRow, auditedOf } from '../store.js';

const DAY_MS = 24 * 3_600_000;

/** An access as a document. */
export interface AccessDocument extends Omit<AccessLog, 'id'> {
  readonly _id: string;
  readonly is_act: boolean;
  readonly is_refused: boolean;
  /** The organization whose audit shows it. */
  readonly audited?: string;
  /** When the server removes it. */
  readonly expires_at: Date;
}

/** A person whose entries are blank, and when they were blanked, milliseconds since 1970. */
export interface Forgotten {
  readonly _id: string;
  readonly at: number;
}

export const documentOf = (row: AccessRow, days: number): AccessDocument => {
  const { id, ...entry } = row.entry;
  const audited = auditedOf(row);
  return {
    _id: id,
    ...entry,
    is_act: row.isAct,
    is_refused: row.isRefused,
    ...(audited === undefined ? {} : { audited }),
    expires_at: new Date(Date.parse(entry.created_at) + days * DAY_MS),
  };
};

export const accessOf = ({
  _id,
  is_act,
  is_refused,
  audited: _audited,
  expires_at: _expires,
  ...entry
}: AccessDocument): AccessRow => ({ entry: { id: _id, ...entry }, isAct: is_act, isRefused: is_refused });
