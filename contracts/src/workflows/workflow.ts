import { type Static, Type } from '@sinclair/typebox';
import { assetFields, HistoryFrom, historyFromField, settableFields } from '../assets/fields.js';
import { resource } from '../kit/resource.js';
import { Name, Uuid } from '../kit/schemas.js';
import { drawnFields, WorkflowVersion } from './version.js';

export const Workflow = resource('Workflow', {
  ...assetFields,
  active_version_id: Type.String(),
  versions: Type.Array(WorkflowVersion, {
    description: 'All, oldest first, without `config`, nodes and edges.',
  }),
  history_from: historyFromField('workflow'),
});
export type Workflow = Readonly<Static<typeof Workflow>>;

const settable = { ...settableFields, history_from: Type.Optional(HistoryFrom) };

export const WorkflowInput = resource('WorkflowInput', {
  name: Name,
  ...settable,
  ...drawnFields,
});
export type WorkflowInput = Readonly<Static<typeof WorkflowInput>>;

export const WorkflowChanges = resource('WorkflowChanges', {
  name: Type.Optional(Name),
  ...settable,
  active_version_id: Type.Optional(Uuid),
});
export type WorkflowChanges = Readonly<Static<typeof WorkflowChanges>>;
