import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';

const amountOf = (description: string) =>
  Type.Object({
    used: Type.Integer({ minimum: 0, description }),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Absent: there is none.' })),
  });

/**
 * What an account or an organization uses and may use. The bound on bytes holds for each service by itself.
 * Cairn's own addition: the specification has no quotas.
 */
export const Usage = resource('Usage', {
  datasets: amountOf('Datasets that are charged to it, deleted ones too until they are purged.'),
  items: amountOf('Items in them, deleted ones too.'),
  bytes: amountOf('Bytes of files and events in them, former ones too.'),
  model_bytes: Type.Optional(
    amountOf(
      'Bytes of files of models and inferences, and of inferences that were added. Absent of an organization: accounts are charged for them.',
    ),
  ),
  workflow_bytes: amountOf('Bytes of workflows and what is in them, former ones too.'),
  execution_bytes: Type.Optional(
    amountOf(
      'Bytes of inputs, files and outputs of executions. Absent of an organization: who executes is charged for them.',
    ),
  ),
  graph_bytes: amountOf('Bytes of graphs and what is in them, former ones too.'),
});
export type Usage = Readonly<Static<typeof Usage>>;

export const exampleUsage: Usage = {
  datasets: { used: 3, limit: 10_000 },
  items: { used: 120_000, limit: 10_000_000 },
  bytes: { used: 734_003_200, limit: 107_374_182_400 },
  model_bytes: { used: 25_165_824, limit: 107_374_182_400 },
  workflow_bytes: { used: 20_480, limit: 107_374_182_400 },
  execution_bytes: { used: 1_048_576, limit: 107_374_182_400 },
  graph_bytes: { used: 0, limit: 107_374_182_400 },
};
