/** S24: who saves an edge may use what it connects, so that nobody wires what somebody else saved into something of theirs. */
import type { WorkflowNodeInput } from '@cairn/contracts';
import { everyCell } from '../support/cells.js';
import { foundFirm, joinFirm } from '../support/firm.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

type Answer = readonly [number, string | undefined, string | undefined];
const WIRED: Answer = [201, undefined, undefined];
const SAVED: Answer = [200, undefined, undefined];
const refusedAt = (pointer: string): Answer => [422, 'entity_unavailable', pointer];

/** What two people draw on one canvas: Ada owns it and a private model, Ben edits it and has another. */
interface Drawing {
  readonly hers: string;
  readonly passes: string;
  readonly his: string;
  wire(this: void, who: Person, begin: string, end: string): Promise<Answer>;
  name(this: void, who: Person, id: string, model: string): Promise<Answer>;
  save(this: void, who: Person, ...edges: readonly (readonly [string, string])[]): Promise<Answer>;
}

describe.each(topologies)('S24 what edges connect on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let ben: Person;
  let models: { readonly hers: string; readonly his: string; readonly both: string };

  beforeAll(async () => {
    cairn = await topology.shared();
    [ada, ben] = [await somebody(cairn), await somebody(cairn, 'ben')];
    // Who are in one organization share without being asked.
    await joinFirm(cairn, await foundFirm(ada), ada, ben);
    const model = async ({ client }: Person) =>
      (await client.call('createModel', { body: { name: 'private' } })).body.id;
    models = { hers: await model(ada), his: await model(ben), both: await model(ben) };
    await ben.client.call('createModelShare', {
      params: { id: models.both },
      body: { user_id: ada.id, role_slug: 'share_editor', without_invite: true },
    });
  });
  afterAll(() => cairn.leave());

  const drawing = async (): Promise<Drawing> => {
    const { body: workflow } = await ada.client.call('createWorkflow', { body: { name: 'drawn by two' } });
    await ada.client.call('createWorkflowShare', {
      params: { id: workflow.id },
      body: { user_id: ben.id, role_slug: 'share_editor', without_invite: true },
    });
    const canvas = { workflow_id: workflow.id, version_id: workflow.versions[0]!.id };
    const node = async ({ client }: Person, body: WorkflowNodeInput): Promise<string> =>
      (await client.call('createWorkflowNode', { params: canvas, body })).body.id;
    const named = (entity_id: string) => ({ entity_type: 'model', entity_id }) as const;
    const nodes = {
      hers: await node(ada, named(models.hers)),
      passes: await node(ada, {}),
      his: await node(ben, named(models.both)),
    };
    const answered = (answer: { readonly status: number; readonly body: unknown }): Answer => {
      const { code, errors } = answer.body as {
        readonly code?: string;
        readonly errors?: readonly { readonly pointer: string }[];
      };
      return [answer.status, code, errors?.[0]?.pointer];
    };
    return {
      ...nodes,
      wire: async ({ client }, begin_node_id, end_node_id) =>
        answered(
          await client.try('createWorkflowEdge', { params: canvas, body: { begin_node_id, end_node_id } }),
        ),
      name: async ({ client }, id, model) =>
        answered(await client.try('updateWorkflowNode', { params: { ...canvas, id }, body: named(model) })),
      save: async ({ client }, ...edges) => {
        const body = {
          nodes: Object.values(nodes).map((id) => ({ id })),
          edges: edges.map(([begin_node_id, end_node_id]) => ({ begin_node_id, end_node_id })),
        };
        return answered(await client.try('setWorkflowGraph', { params: canvas, body }));
      },
    };
  };

  interface Cell {
    readonly what: string;
    readonly answers: readonly Answer[];
    does(this: void, on: Drawing): readonly (() => Promise<Answer>)[];
  }
  const cells: readonly Cell[] = [
    {
      what: 'an editor wires a private model of the owner into an own one',
      does: ({ wire, hers, his }) => [() => wire(ben, hers, his)],
      answers: [refusedAt('/begin_node_id')],
    },
    {
      what: 'an editor wires an own model into a private one of the owner',
      does: ({ wire, hers, his }) => [() => wire(ben, his, hers)],
      answers: [refusedAt('/end_node_id')],
    },
    {
      what: 'an editor goes on from a pass node of the owner',
      does: ({ wire, hers, passes, his }) => [() => wire(ada, hers, passes), () => wire(ben, passes, his)],
      answers: [WIRED, refusedAt('/begin_node_id')],
    },
    {
      what: 'an editor saves a whole canvas with a way around',
      does: ({ save, hers, passes, his }) => [() => save(ben, [hers, passes], [passes, his])],
      answers: [refusedAt('/edges/0')],
    },
    {
      what: 'the owner wires what she may use, through a pass node too',
      does: ({ wire, save, hers, passes, his }) => [
        () => wire(ada, hers, his),
        () => save(ada, [hers, passes], [passes, his]),
      ],
      answers: [WIRED, SAVED],
    },
    {
      what: 'an editor puts an own private model at the far end of an edge of the owner',
      does: ({ wire, name, hers, his }) => [() => wire(ada, hers, his), () => name(ben, his, models.his)],
      answers: [WIRED, refusedAt('/entity_id')],
    },
    {
      what: 'an editor puts an own private model behind a pass node of the owner',
      does: ({ wire, name, hers, passes, his }) => [
        () => wire(ada, hers, passes),
        () => wire(ada, passes, his),
        () => name(ben, his, models.his),
      ],
      answers: [WIRED, WIRED, refusedAt('/entity_id')],
    },
  ];

  it('is what their savers may use, whoever saved the nodes', () =>
    everyCell(
      cells,
      ({ what }) => what,
      async ({ does, answers }) => {
        const found: Answer[] = [];
        for (const deed of does(await drawing())) found.push(await deed());
        expect(found).toEqual(answers);
      },
    ));
});
