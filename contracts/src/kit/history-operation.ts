import { type TSchema, Type } from '@sinclair/typebox';
import { articled } from './articled.js';
import { exampleHistoryEntry, HistoryEntry } from './history.js';
import { operation, type OperationAccess } from './operation.js';
import { ok } from './replies.js';

interface WithHistory<Noun extends string, Access extends OperationAccess, Params extends TSchema> {
  /** The operation is named with it: `DatasetVersion`. */
  readonly noun: Noun;
  /** In sentences: `version`. */
  readonly called: string;
  readonly tag: string;
  readonly access: Access;
  /** Of its GET: `/api/v1/datasets/{id}`. */
  readonly path: string;
  readonly params: Params;
}

/** `list…History`: the events of the stream of one resource (SPEC-8). Who sees it is said beside it. */
export const historyOperation = <
  const Noun extends string,
  const Access extends OperationAccess,
  Params extends TSchema,
>({
  noun,
  called,
  tag,
  access,
  path,
  params,
}: WithHistory<Noun, Access, Params>) =>
  operation({
    id: `list${noun}History`,
    tag,
    summary: `Read the history of ${articled(called)}`,
    method: 'GET',
    path: `${path}/history`,
    access,
    params,
    timeTravel: true,
    history: true,
    list: { sort: ['revision'], defaultSort: 'revision', filters: {} },
    replies: ok(
      'One entry for each event: who, when, by which command, what changed.',
      Type.Array(HistoryEntry),
    ),
    example: { reply: [exampleHistoryEntry] },
  });
