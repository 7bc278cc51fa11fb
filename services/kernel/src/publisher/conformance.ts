import { randomUUID } from 'node:crypto';
import { START } from '../base/position.js';
import { conformance } from '../testkit/conformance.js';
import {
  type Message,
  PublicationFenced,
  type Publisher,
  PublisherRefused,
  PublisherUnavailable,
  type Topic,
} from './port.js';

export interface PublisherUnderTest {
  readonly publisher: Publisher;
  /** Another process's, on the same topics. */
  readonly other: Publisher;
  /** What is committed in a topic: messages of one key in their order, keys in any. */
  readonly read: (topic: string) => Promise<readonly Pick<Message, 'key' | 'headers' | 'value'>[]>;
}

/** What every publisher keeps to. `make` is called once, the topics are fresh in each case. */
export const publisherConformance = (name: string, make: () => Promise<PublisherUnderTest>): void => {
  conformance(`a publisher to ${name}`, () => {
    let test: PublisherUnderTest;
    let topic: Topic;
    beforeAll(async () => {
      test = await make();
    });
    beforeEach(() => {
      topic = { name: `conformance.${randomUUID()}`, partitions: 3, keeps: 'everything' };
    });
    afterAll(async () => {
      await Promise.all([test.publisher.close(), test.other.close()]);
    });

    const message = (key: string, value: string | null = '{}'): Message => ({
      key,
      headers: { ce_id: randomUUID(), 'content-type': 'application/json' },
      value,
      at: Date.parse('2026-01-02T03:04:05.678Z'),
    });
    const numbered = (keys: readonly string[], count: number, from = 0): readonly Message[] =>
      Array.from({ length: count }, (_, index) =>
        message(keys[index % keys.length]!, JSON.stringify({ number: from + index })),
      );
    const told = ({ key, headers, value }: Pick<Message, 'key' | 'headers' | 'value'>) => ({
      key,
      headers,
      value,
    });
    const ofKey = async (key: string) =>
      (await test.read(topic.name)).filter((read) => read.key === key).map(told);

    it('begins before the first event', async () => {
      const publishing = await test.publisher.takeOver(topic);
      expect(publishing.position).toBe(START);
      expect(await test.read(topic.name)).toEqual([]);
    });

    it('publishes keys, headers and values as they are, and tombstones', async () => {
      const publishing = await test.publisher.takeOver(topic);
      const sent = [message('a', '{"text":"ä\\u0000🎉"}'), message('a', null), message('a', '')];
      await publishing.publish(sent, '1');
      expect(await ofKey('a')).toEqual(sent.map(told));
    });

    it('keeps the order of a key, over batches and takeovers', async () => {
      const keys = Array.from({ length: 7 }, () => randomUUID());
      const sent: Message[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        const publishing = await test.publisher.takeOver(topic);
        for (let batch = 0; batch < 3; batch += 1) {
          const messages = numbered(keys, 50, sent.length);
          await publishing.publish(messages, `${turn}.${batch}`);
          sent.push(...messages);
        }
      }
      for (const key of keys)
        expect(await ofKey(key)).toEqual(sent.filter((each) => each.key === key).map(told));
    });

    it('tells who takes over how far it came', async () => {
      const first = await test.publisher.takeOver(topic);
      await first.publish(numbered(['a'], 2), 'p2');
      await first.publish(numbered(['a'], 2), 'p4');
      await first.close();
      expect((await test.other.takeOver(topic)).position).toBe('p4');
    });

    it('moves the position without a message', async () => {
      await (await test.publisher.takeOver(topic)).publish([], 'p9');
      expect((await test.publisher.takeOver(topic)).position).toBe('p9');
      expect(await test.read(topic.name)).toEqual([]);
    });

    it('fences who published before: nothing of it is read any more', async () => {
      const first = await test.publisher.takeOver(topic);
      await first.publish([message('a', '1')], 'p1');
      const second = await test.other.takeOver(topic);
      await expect(first.publish([message('a', 'late')], 'p2')).rejects.toBeInstanceOf(PublicationFenced);
      await second.publish([message('a', '2')], 'p2');
      expect((await ofKey('a')).map(({ value }) => value)).toEqual(['1', '2']);
      expect((await test.publisher.takeOver(topic)).position).toBe('p2');
    });

    it('has ended after a failure', async () => {
      const first = await test.publisher.takeOver(topic);
      await test.other.takeOver(topic);
      await expect(first.publish([message('a')], 'p1')).rejects.toBeInstanceOf(PublicationFenced);
      await expect(first.publish([message('a')], 'p1')).rejects.toBeInstanceOf(PublisherUnavailable);
    });

    it('keeps topics apart', async () => {
      const beside = { ...topic, name: `${topic.name}.beside` };
      const [one, two] = [await test.publisher.takeOver(topic), await test.publisher.takeOver(beside)];
      await one.publish([message('a', '1')], 'p1');
      await two.publish([message('a', '2')], 'p7');
      expect((await test.read(beside.name)).map(({ value }) => value)).toEqual(['2']);
      expect((await test.publisher.takeOver(topic)).position).toBe('p1');
    });

    it('takes a batch of two megabytes as one', async () => {
      const publishing = await test.publisher.takeOver(topic);
      const sent = Array.from({ length: 8 }, () => message('a', JSON.stringify('x'.repeat(256 * 1024))));
      await publishing.publish(sent, 'p8');
      expect(await ofKey('a')).toEqual(sent.map(told));
    });

    it('refuses a topic that has another number of partitions, and says what to do', async () => {
      await (await test.publisher.takeOver(topic)).close();
      const wrong = test.other.takeOver({ ...topic, partitions: 5 });
      await expect(wrong).rejects.toBeInstanceOf(PublisherRefused);
      await expect(wrong).rejects.toThrow(/has 3 partitions/);
    });

    it('refuses a topic that drops what is to be kept', async () => {
      await (await test.publisher.takeOver({ ...topic, keeps: 'latest' })).close();
      await expect(test.other.takeOver(topic)).rejects.toBeInstanceOf(PublisherRefused);
    });

    it('publishes nothing after it was closed', async () => {
      const { other } = await make();
      const publishing = await other.takeOver(topic);
      await other.close();
      await expect(publishing.publish([message('a')], 'p1')).rejects.toBeInstanceOf(Error);
      await expect(other.takeOver(topic)).rejects.toBeInstanceOf(PublisherUnavailable);
    });
  });
};
