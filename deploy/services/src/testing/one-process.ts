import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { userEvents } from '@cairn/contracts';
import { datasetReads, datasetsFor } from '@cairn/datasets';
import { createAuthenticator } from '@cairn/identity';
import {
  anonymous,
  type Clock,
  type CommandMessage,
  type CommandReply,
  derivedId,
  type FindService,
  freshId,
  isRefusal,
  type Json,
  type Mail,
  openDiskBlobs,
  type Principal,
  type QueryContext,
  readModelOf,
  RunningService,
  type ServiceTools,
  timestamp,
  userPrincipal,
  type Work,
} from '@cairn/kernel';
import { openEmbedded, streamsOfOneKey } from '@cairn/kernel/testkit';
import { allServices, requesters, rights } from '../services.js';

const WITHIN_MS = 20_000;
const PASSWORD = 'correct horse battery';
const PAGE = { limit: 100, sort: 'created_at' };

/** All services in this process, without a gateway: for specs of what they do together, thousands of times. */
export class OneProcess {
  readonly #stopping = new AbortController();
  readonly #circles = new Map<string, string>();

  private constructor(private readonly parts: Awaited<ReturnType<typeof OneProcess.open>>) {}

  static async start(): Promise<OneProcess> {
    const parts = await OneProcess.open();
    const started = new OneProcess(parts);
    const { services, engines, authenticator } = parts;
    const projections = services.flatMap(({ projectors }) => projectors.map(({ projection }) => projection));
    await engines.documents.prepare(projections.map(readModelOf));
    for (const service of services) service.start();
    await authenticator.start(started.#stopping.signal);
    return started;
  }

  private static async open() {
    const embedded = openEmbedded();
    const time = { ahead: 0 };
    const clock: Clock = { now: () => Date.now() + time.ahead };
    const blobs = await openDiskBlobs({ folder: join(embedded.folder, 'blobs') });
    const mails = new Map<string, string>();
    const mail = {
      send: async ({ to, text }: Pick<Mail, 'to' | 'text'>) => void mails.set(to, text),
      forget: async () => undefined,
    };
    const engines = { ...embedded, clock, blobs, mail };
    const find: FindService = (name) => services.find((service) => service.name === name);
    const options = {
      engines,
      logger: engines.logger,
      baseUrl: 'https://cairn.example',
      cachedBytes: 64_000_000,
    };
    const given: ServiceTools[] = [];
    const services: readonly RunningService[] = allServices.map((service) => {
      const work = (tools: ServiceTools): readonly Work[] => {
        given.push(tools);
        return service.work?.(tools) ?? [];
      };
      return new RunningService({ ...service, work }, { ...options, requesters, rights, find });
    });
    return { engines, services, embedded, given, time, mails, authenticator: createAuthenticator(engines) };
  }

  /** Published streams that have the id of another. */
  streamsOfOneKey(): Promise<readonly string[]> {
    return streamsOfOneKey(this.parts.engines.log);
  }

  now(): number {
    return this.parts.engines.clock.now();
  }
  pass(ms: number): void {
    this.parts.time.ahead += ms;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.parts.authenticator.stopped();
    for (const service of this.parts.services) await service.stop();
    await this.parts.embedded.remove();
  }

  /** Makes an account; acquainted people are in an organization of the other. */
  async person(acquaintedWith?: string): Promise<string> {
    const name = `p${freshId().replaceAll('-', '').slice(-20)}`;
    const body = { username: name, email: `${name}@example.org`, password: PASSWORD };
    const { id } = await this.#made(anonymous, 'register', { body }, 'user');
    if (acquaintedWith !== undefined) await this.#acquaint(acquaintedWith, id, `${name}@example.org`);
    return id;
  }

  async #acquaint(host: string, person: string, email: string): Promise<void> {
    const circle = this.#circles.get(host) ?? (await this.#circleOf(host));
    await this.#made(sessionOf(host), 'createInvitation', { id: circle, body: { email } }, 'invitation');
    const token = await this.#invitationTo(email);
    await this.#made(sessionOf(person), 'acceptInvitation', { token }, 'membership');
  }
  async #invitationTo(email: string): Promise<string> {
    for (;;) {
      const token = /invitations\/([\w-]+)\/accept/.exec(this.parts.mails.get(email) ?? '')?.[1];
      if (token !== undefined) return token;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  async #circleOf(host: string): Promise<string> {
    const body = { name: 'Circle', slug: `c${freshId()}` };
    const { id } = await this.#made(sessionOf(host), 'createOrganization', { body }, 'organization');
    this.#circles.set(host, id);
    return id;
  }
  async #made(who: Principal, name: string, input: Json, role: string) {
    const told = await this.#send(who, name, input, role);
    if (told.code !== 'done') throw new Error(`${name}: ${told.code}`);
    return told;
  }

  call(person: string, call: Called) {
    return this.#call(sessionOf(person), call);
  }
  administer(call: Called) {
    return this.#call(userPrincipal({ id: freshId(), administrator: true }, 'session'), call);
  }

  #call(who: Principal, { operation, params, body }: Called) {
    const role = operation.endsWith('Share') ? 'share' : operation.replace(/^create/, '').toLowerCase();
    return this.#send(who, operation, { ...params, ...(body === undefined ? {} : { body }) }, role);
  }

  /** Sends a command and waits until everything has seen what it did. */
  async #send(principal: Principal, name: string, input: Json, role: string) {
    const id = freshId();
    const service = this.#serviceOf(/Dataset(Share)?$/.test(name) ? 'datasets' : 'identity');
    const reply = await service.execute({
      name: `${service.name}.${name}`,
      input,
      principal,
      id,
      request: createHash('sha256').update(JSON.stringify(input)).digest('base64url'),
      correlation: id,
      deadline: this.now() + WITHIN_MS,
    } satisfies CommandMessage);
    await this.#seen(reply);
    return { code: reply.status === 'done' ? 'done' : reply.code, id: derivedId(id, role, 0) };
  }
  #serviceOf(name: string): RunningService {
    const found = this.parts.services.find((service) => service.name === name);
    if (found === undefined) throw new Error(`there is no service ${name}`);
    return found;
  }
  async #seen(reply: CommandReply): Promise<void> {
    if (reply.status !== 'done') return;
    const { services, authenticator } = this.parts;
    const all = await Promise.all([
      ...services.map((service) => service.reached(reply.position, WITHIN_MS)),
      authenticator.caughtUpTo(reply.position, WITHIN_MS),
    ]);
    if (all.includes(false)) throw new Error('a command was not seen in time');
  }

  /** No operation does it yet: the event that will is appended. */
  async close(person: string, isClosed: boolean): Promise<void> {
    const { log } = this.parts.engines;
    const stream = `user-${person}`;
    const tip = (await log.read(stream)).at(-1);
    if (tip === undefined) throw new Error(`there is no account ${person}`);
    const { revision, hash, metadata } = tip;
    const type = (isClosed ? userEvents.UserDisabled : userEvents.UserEnabled).storedType;
    const appended = await log.append({
      stream,
      expected: { revision, hash },
      events: [
        { id: freshId(), type, data: { id: person }, metadata: { ...metadata, at: timestamp(this.now()) } },
      ],
    });
    if (appended.status !== 'appended') throw new Error('the account was changed meanwhile');
    await this.#seen({ status: 'done', position: appended.position } as CommandReply);
  }

  async isLetIn(person: string): Promise<boolean> {
    const [tools] = this.parts.given;
    return (await tools?.requesters.principalOf({ kind: 'user', user_id: person })) !== undefined;
  }

  #reading(person: string): QueryContext {
    const { documents } = this.parts.engines;
    return {
      principal: sessionOf(person),
      rights: this.parts.authenticator.rights,
      documents,
      today: documents,
      at: timestamp(this.now()),
    };
  }

  async actions(person: string, dataset: string): Promise<readonly string[] | undefined> {
    const told = await datasetReads.explain(this.#reading(person), dataset, { user_id: person });
    return isRefusal(told) ? undefined : told.actions;
  }
  async list(person: string, query: Parameters<typeof datasetsFor>[2]) {
    const { elements, total } = await datasetsFor(this.#reading(person), PAGE, query);
    return { ids: elements.map(({ id }) => id), total };
  }
}

interface Called {
  readonly operation: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

const sessionOf = (id: string): Principal => userPrincipal({ id, administrator: false }, 'session');
