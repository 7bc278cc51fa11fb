import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { assets } from '@cairn/contracts';
import { createAuthenticator } from '@cairn/identity';
import {
  anonymous,
  type Clock,
  type CommandMessage,
  type CommandReply,
  derivedId,
  type FindService,
  freshId,
  type Json,
  type Mail,
  openDiskBlobs,
  type Principal,
  readModelOf,
  RunningService,
  type ServiceTools,
  shareTokenOf,
  userPrincipal,
  type Work,
} from '@cairn/kernel';
import { openEmbedded, streamsOfOneKey } from '@cairn/kernel/testkit';
import { allServices, requesters, rights } from '../services.js';
import { Reading } from './reading.js';

const WITHIN_MS = 20_000;
const PASSWORD = 'correct horse battery';

/** All services in this process, without a gateway: for specs of what they do together, thousands of times. */
export class OneProcess {
  readonly #stopping = new AbortController();
  readonly #circles = new Map<string, string>();
  /** Whose a key is. */
  readonly #owners = new Map<string, string>();

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

  /** By a person or a key. */
  async call(who: string, call: Called) {
    const principal = await this.#principalOf(who);
    return principal === undefined ? UNKNOWN : this.#call(principal, call);
  }
  administer(call: Called) {
    return this.#call(administrator(), call);
  }

  async #call(who: Principal, { operation, params, body }: Called) {
    // Keys are for people: the password stands beside what is asked.
    const proof = operation.endsWith('APIKey') ? { password: PASSWORD } : {};
    const input = { ...params, ...(body === undefined ? {} : { body }), ...proof };
    const told = await this.#send(who, operation, input, roleOf(operation));
    if (operation === 'createAPIKey') this.#owners.set(told.id, who.userId);
    return told;
  }

  async #principalOf(who: string): Promise<Principal | undefined> {
    const owner = this.#owners.get(who);
    if (owner === undefined) return sessionOf(who);
    return this.#requesters.principalOf({ kind: 'key', user_id: owner, api_key_id: who });
  }
  get #requesters() {
    const [tools] = this.parts.given;
    if (tools === undefined) throw new Error('no service works here');
    return tools.requesters;
  }

  /** Sends a command and waits until everything has seen what it did. */
  async #send(principal: Principal, name: string, input: Json, role: string) {
    const id = freshId();
    const command = name.includes('.') ? name : `${serviceOf(name)}.${name}`;
    const reply = await this.#serviceOf(command.split('.')[0]!).execute({
      name: command,
      input,
      principal,
      id,
      request: createHash('sha256').update(JSON.stringify(input)).digest('base64url'),
      correlation: id,
      deadline: this.now() + WITHIN_MS,
    } satisfies CommandMessage);
    await this.#seen(reply);
    if (reply.status !== 'done') return { code: reply.code, id: '' };
    const { id: told } = (reply.result ?? {}) as { readonly id?: string };
    return { code: 'done', id: told ?? derivedId(id, role, 0) };
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

  async close(person: string, isClosed: boolean): Promise<void> {
    const { code } = await this.administer({
      operation: 'updateUser',
      params: { user_id: person },
      body: { disabled: isClosed },
    });
    if (code !== 'done') throw new Error(`updateUser: ${code}`);
  }

  async accept(person: string, { kind, id }: Asset, share_id: string) {
    const about = { resource: `${kind}s`, assetId: id, shareId: share_id };
    const token = await shareTokenOf(this.parts.engines.vault, about);
    return this.#send(sessionOf(person), `${kind}s.acceptShare`, { id, share_id, token }, 'share');
  }

  async isLetIn(who: string): Promise<boolean> {
    const owner = this.#owners.get(who);
    const asked =
      owner === undefined
        ? ({ kind: 'user', user_id: who } as const)
        : ({ kind: 'key', user_id: owner, api_key_id: who } as const);
    return (await this.#requesters.principalOf(asked)) !== undefined;
  }

  get #reading(): Reading {
    const { documents, log, vault } = this.parts.engines;
    const { rights } = this.parts.authenticator;
    return new Reading({ documents, log, vault, rights, services: allServices, now: () => this.now() });
  }
  async #known(who: string): Promise<Principal> {
    const principal = await this.#principalOf(who);
    if (principal === undefined) throw new Error(`${who} is not let in`);
    return principal;
  }

  async read(who: string, asset: Asset) {
    return this.#reading.read(await this.#known(who), asset);
  }
  async actions(who: string, asset: Asset, about: Parameters<Reading['actions']>[2]) {
    return this.#reading.actions(await this.#known(who), asset, about);
  }
  async whoSees(who: string, asset: Asset) {
    return this.#reading.whoSees(await this.#known(who), asset);
  }
  async list(who: string, kind: Asset['kind'], query: Parameters<Reading['list']>[2]) {
    return this.#reading.list(await this.#known(who), kind, query);
  }
  async count(who: string, kind: Asset['kind'], project: string) {
    return this.#reading.count(await this.#known(who), kind, project);
  }
  async review(who: string, organization: string) {
    return this.#reading.review(await this.#known(who), organization);
  }
}

type Asset = Parameters<Reading['read']>[1];
const UNKNOWN = { code: 'unauthenticated', id: '' };

const serviceOf = (name: string): string =>
  assets.find(({ noun }) => name.replace(/Share$/, '').endsWith(noun))?.area ?? 'identity';
/** What the id of what an operation makes is derived with. */
const roleOf = (operation: string): string =>
  operation.endsWith('Share') ? 'share' : operation.replace(/^create/, '').toLowerCase();
const administrator = (): Principal => userPrincipal({ id: freshId(), administrator: true }, 'session');

interface Called {
  readonly operation: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

const sessionOf = (id: string): Principal => userPrincipal({ id, administrator: false }, 'session');
