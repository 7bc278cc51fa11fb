/**
 * Who may know of an execution (S2, S23, S24): who executed it, and who may write its workflow. What a node that works with a
 * model is told to whom is in the service's specs; every operation for everybody is in `rights` and `every-path`.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { operations, type WorkflowExecution } from '@cairn/contracts';
import type { Client } from '@cairn/client';
import { codeIn, answerOf } from '../support/answers.js';
import { foundFirm, joinFirm } from '../support/firm.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { addressOf } from '../support/prepared.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { executedFile, executedOver } from '../support/workflows.js';

const LOOK_EVERY_MS = 100;

describe.each(topologies)('executions of a workflow on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let editor: Person;
  let viewer: Person;
  let other: Person;
  let firm: string;
  let workflow: string;

  const workflowOf = async (owner: Person, body = {}): Promise<string> => {
    const canvas = { nodes: [{ name: 'hands on' }], edges: [] };
    return (await owner.client.call('createWorkflow', { body: { name: 'a workflow', ...canvas, ...body } }))
      .body.id;
  };
  const shared = async (id: string, { id: user_id }: Person, role_slug: 'share_viewer' | 'share_editor') =>
    (await ada.client.call('createWorkflowShare', { params: { id }, body: { user_id, role_slug } })).body.id;
  const keyOf = async ({ client }: Person, scopes: string[], more = {}): Promise<Client> =>
    cairn.client((await client.call('createAPIKey', { body: { name: 'a key', scopes, ...more } })).body.key);

  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
    firm = await foundFirm(ada);
    [editor, viewer, other] = [
      await somebody(cairn, 'editor'),
      await somebody(cairn, 'viewer'),
      await somebody(cairn, 'other'),
    ];
    for (const person of [editor, viewer, other]) await joinFirm(cairn, firm, ada, person);
    workflow = await workflowOf(ada);
    await shared(workflow, editor, 'share_editor');
    for (const person of [viewer, other]) await shared(workflow, person, 'share_viewer');
  });
  afterAll(() => cairn.leave());

  /** How somebody sees an execution, read alone and in the list. */
  const seenBy = async (client: Client, execution_id: string): Promise<readonly [string, boolean]> => {
    const one = await client.try('getWorkflowExecution', { params: { id: workflow, execution_id } });
    const list = await client.try('listWorkflowExecutions', { params: { id: workflow } });
    const listed = list.status === 200 ? (list.body as readonly WorkflowExecution[]) : [];
    const isListed = listed.some(({ id }) => id === execution_id);
    return [one.status === 200 ? 'seen' : String(one.status), isListed];
  };

  it('who sees a workflow executes it, and sees its own executions with what they came to', async () => {
    const execution_id = await executedOver(viewer, { id: workflow }, 'what the viewer asked');
    const { body } = await viewer.client.call('getWorkflowExecution', {
      params: { id: workflow, execution_id },
    });
    expect(body).toMatchObject({
      user_id: viewer.id,
      single_input: 'what the viewer asked',
      results: { 'hands on': 'what the viewer asked' },
      user: { id: viewer.id },
    });
    expect(await seenBy(viewer.client, execution_id)).toEqual(['seen', true]);
  });

  it('who may write the workflow sees those of all; another who sees it knows of none', async () => {
    const execution_id = await executedOver(viewer, { id: workflow }, executedFile);
    for (const { client } of [ada, editor])
      expect(await seenBy(client, execution_id)).toEqual(['seen', true]);
    expect(await seenBy(other.client, execution_id)).toEqual(['404', false]);
    const params = { id: workflow };
    const { body, headers } = await other.client.call('listWorkflowExecutions', { params });
    expect([body, headers.get('x-total-count')]).toEqual([[], '0']);
    const file = { ...operations.downloadWorkflowExecutionInput, params: { ...params, execution_id } };
    expect((await answerOf(editor.client, file)).text).toBe(executedFile.content);
    expect(codeIn(await answerOf(other.client, file))).toBe('not_found');
    // The address and the name of who executed are nobody's to read here.
    const { body: read } = await ada.client.call('getWorkflowExecution', { params: file.params });
    expect([read.user_id, read.user]).toEqual([viewer.id, undefined]);
    expect(JSON.stringify(read)).not.toContain(viewer.email);
  });

  it('it is deleted by who executed it alone, and then told to nobody', async () => {
    const execution_id = await executedOver(viewer, { id: workflow }, 'to be deleted');
    const params = { id: workflow, execution_id };
    const statusFor = async ({ client }: Person): Promise<number> =>
      (await client.try('deleteWorkflowExecution', { params })).status;
    expect([await statusFor(ada), await statusFor(editor), await statusFor(other)]).toEqual([403, 403, 404]);
    expect(await statusFor(viewer)).toBe(204);
    for (const { client } of [ada, editor, viewer])
      expect(await seenBy(client, execution_id)).toEqual(['404', false]);
    expect((await viewer.client.try('getJob', { params: { id: execution_id } })).status).toBe(404);
  });

  it('who sees the workflow no more knows of its own executions no more', async () => {
    const guest = await somebody(cairn, 'guest');
    await joinFirm(cairn, firm, ada, guest);
    const share_id = await shared(workflow, guest, 'share_viewer');
    const execution_id = await executedOver(guest, { id: workflow }, 'a guest');
    expect(await seenBy(guest.client, execution_id)).toEqual(['seen', true]);
    await ada.client.call('deleteWorkflowShare', { params: { id: workflow, share_id } });
    expect(await seenBy(guest.client, execution_id)).toEqual(['404', false]);
    const body = { single_input: 'again' };
    expect((await guest.client.try('executeWorkflow', { params: { id: workflow }, body })).status).toBe(404);
    expect((await guest.client.try('getJob', { params: { id: execution_id } })).status).toBe(404);
  });

  it('S19 a key that executes and does not read is told where it is, and how far', async () => {
    const key = await keyOf(viewer, ['workflows:execute']);
    const secret = `asked ${randomUUID()}`;
    const asked = { params: { id: workflow }, body: { single_input: secret } };
    const { status, body, headers } = await key.try('executeWorkflow', {
      ...asked,
      headers: { prefer: 'wait=30' },
    });
    const { id } = body as { readonly id: string };
    expect([status, body]).toEqual([202, { id }]);
    expect(headers.get('location')).toBe(`/api/v1/workflows/${workflow}/executions/${id}`);
    const params = { id: workflow, execution_id: id };
    expect((await key.try('getWorkflowExecution', { params })).status).toBe(403);
    const job = await key.try('getJob', { params: { id } });
    expect([job.status, JSON.stringify(job.body).includes(secret)]).toEqual([200, false]);
    const others = await keyOf(other, ['workflows:execute']);
    expect((await others.try('getJob', { params: { id } })).status).toBe(404);
    const reading = await keyOf(viewer, ['workflows:read']);
    expect(await reading.try('executeWorkflow', asked)).toMatchObject({ status: 403 });
    expect(await seenBy(reading, id)).toEqual(['seen', true]);
  });

  it('S19 a key of an organization executes what is in it, and knows of no other execution', async () => {
    const inside = await workflowOf(ada, { organization_id: firm });
    const execution_id = await executedOver(ada, { id: workflow }, 'of no organization');
    const robot = await keyOf(ada, ['*:*'], { organization_id: firm });
    expect(await executedOver({ client: robot }, { id: inside }, 'of the firm')).not.toBe('');
    const outside = { params: { id: workflow }, body: { single_input: 'x' } };
    expect((await robot.try('executeWorkflow', outside)).status).toBe(404);
    expect(await seenBy(robot, execution_id)).toEqual(['404', false]);
    expect((await robot.try('getJob', { params: { id: execution_id } })).status).toBe(404);
    const { body: jobs } = await robot.call('listJobs');
    expect(jobs.map(({ id }) => id)).not.toContain(execution_id);
  });

  it('a disabled account executes nothing', async () => {
    const gone = await somebody(cairn, 'gone');
    const id = await workflowOf(gone);
    const key = await keyOf(gone, ['*:*']);
    const admin = await administrator(cairn);
    await admin.client.call('updateUser', { params: { user_id: gone.id }, body: { disabled: true } });
    const asked = { params: { id }, body: { single_input: 'x' } };
    for (const client of [gone.client, key])
      expect((await client.try('executeWorkflow', asked)).status).toBe(401);
  });

  /** What is stored of an execution, and what its data are told as: the relay sends no more than that. */
  const toldOf = async (execution_id: string, after: string): Promise<string> => {
    const events = (await cairn.inside.events(after)).filter(
      ({ stream }) => stream === `execution-${execution_id}`,
    );
    expect(events.map(({ type }) => type)).toContain('workflows.execution.nodes_recorded.v1');
    const told: string[] = [];
    for (const event of events) {
      const asked = { ...operations.getEventData, ...addressOf(event) };
      const answer = await answerOf(ada.client, asked);
      expect(codeIn(answer)).toBe('200');
      expect(codeIn(await answerOf(other.client, asked))).toBe('not_found');
      told.push(event.data, event.metadata, answer.text);
    }
    return told.join();
  };
  const untilHeld = async (word: string, held: boolean): Promise<void> => {
    while ((await cairn.inside.holding(word)).length > 0 !== held) await pause(LOOK_EVERY_MS);
  };

  it('S38 its events tell no input and no output, and nothing holds them when it is deleted', async () => {
    const words = [`text-${randomUUID()}`, `name-${randomUUID()}.txt`] as const;
    const [content, name] = words;
    const before = await cairn.inside.head();
    const ids = [
      await executedOver(viewer, { id: workflow }, content),
      await executedOver(viewer, { id: workflow }, { ...executedFile, name, content }),
    ];
    for (const id of ids) {
      const told = await toldOf(id, before);
      expect(words.filter((word) => told.includes(word))).toEqual([]);
    }
    // Read models are written within half a second; the keys go with the deletion, a moment later.
    for (const word of words) await untilHeld(word, true);
    for (const execution_id of ids)
      await viewer.client.call('deleteWorkflowExecution', { params: { id: workflow, execution_id } });
    for (const word of words) await untilHeld(word, false);
  });
});
