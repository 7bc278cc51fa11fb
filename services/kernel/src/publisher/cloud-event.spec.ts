import type { RecordedEvent } from '../eventlog/port.js';
import { cloudEvent, type Content, sequenceOf } from './cloud-event.js';

const recorded: RecordedEvent = {
  id: '018f4d1a-0000-7000-8000-00000000000e',
  type: 'datasets.item.deleted.v1',
  stream: 'datasetItem-018f4d1a-0000-7000-8000-000000000001',
  revision: 41n,
  position: '0000000000000007',
  hash: 'f'.repeat(64),
  data: {},
  metadata: {
    command: 'c',
    commandName: 'datasets.deleteDatasetItem',
    request: 'r',
    actor: { kind: 'user', id: '018f4d1a-0000-7000-8000-000000000009' },
    organization: '018f4d1a-0000-7000-8000-00000000000a',
    correlation: '4bf92f3577b34da6a3ce929d0e0e4736',
    causation: '018f4d1a-0000-7000-8000-00000000000b',
    at: '2026-11-21T10:00:00.123Z',
  },
};
const settings = { service: 'datasets', mode: 'binary', baseUrl: 'https://cairn.example.org' } as const;
const data: Content = { kind: 'data', data: { splits: ['a'] } };
const told = (event: RecordedEvent, content: Content = data) =>
  cloudEvent(event, event.type, content, settings);

describe('an event as a CloudEvent', () => {
  it('has its envelope in the headers, its data as the value, its bare id as the key', () => {
    expect(told(recorded)).toEqual({
      key: '018f4d1a-0000-7000-8000-000000000001',
      at: Date.parse('2026-11-21T10:00:00.123Z'),
      value: '{"splits":["a"]}',
      headers: {
        'content-type': 'application/json',
        ce_specversion: '1.0',
        ce_id: '018f4d1a-0000-7000-8000-00000000000e',
        ce_source: '/cairn/datasets',
        ce_type: 'datasets.item.deleted.v1',
        ce_time: '2026-11-21T10:00:00.123Z',
        ce_subject: 'datasetItem-018f4d1a-0000-7000-8000-000000000001',
        ce_dataschema: 'https://cairn.example.org/asyncapi.json#/components/schemas/datasets.item.deleted.v1',
        ce_partitionkey: '018f4d1a-0000-7000-8000-000000000001',
        ce_sequence: '00000000000000000041',
        ce_organizationid: '018f4d1a-0000-7000-8000-00000000000a',
        ce_actorid: '018f4d1a-0000-7000-8000-000000000009',
        ce_correlationid: '4bf92f3577b34da6a3ce929d0e0e4736',
        ce_causationid: '018f4d1a-0000-7000-8000-00000000000b',
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-800000000000000e-01',
      },
    });
  });

  it('leaves out what there is not: an organization, an actor, a cause, a trace', () => {
    const { command, commandName, request, at } = recorded.metadata;
    const { headers } = told({
      ...recorded,
      metadata: {
        command,
        commandName,
        request,
        at,
        actor: { kind: 'system', id: '' },
        correlation: '018f4d1a-0000-7000-8000-00000000000c',
      },
    });
    const absent = ['ce_organizationid', 'ce_actorid', 'ce_causationid', 'traceparent'];
    expect(absent.filter((name) => name in headers)).toEqual([]);
    expect(headers['ce_correlationid']).toBe('018f4d1a-0000-7000-8000-00000000000c');
  });

  it('names the span of its command where spans are collected', () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { headers } = told({ ...recorded, metadata: { ...recorded.metadata, traceparent } });
    expect(headers['traceparent']).toBe(traceparent);
  });

  it('refers to data that lie elsewhere, and has no value then', () => {
    const { headers, value } = told(recorded, { kind: 'elsewhere', dataref: '/api/v1/events/x/data' });
    expect(value).toBeNull();
    expect(headers['ce_dataref']).toBe('/api/v1/events/x/data');
  });

  it('is one JSON object in structured mode', () => {
    const message = cloudEvent(recorded, recorded.type, data, { ...settings, mode: 'structured' });
    expect(Object.keys(message.headers)).toEqual(['content-type', 'traceparent']);
    expect(message.headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
    expect(JSON.parse(message.value ?? '')).toMatchObject({
      specversion: '1.0',
      type: 'datasets.item.deleted.v1',
      sequence: '00000000000000000041',
      datacontenttype: 'application/json',
      data: { splits: ['a'] },
    });
  });

  it('is a tombstone in either mode when nothing is left', () => {
    for (const mode of ['binary', 'structured'] as const) {
      const { value, headers } = cloudEvent(recorded, 's', { kind: 'gone' }, { ...settings, mode });
      expect(value).toBeNull();
      expect(headers['ce_sequence']).toBe('00000000000000000041');
    }
  });

  it('has a sequence that compares as text as revisions do', () => {
    const revisions = [0n, 9n, 10n, 99n, 100n, 2n ** 63n - 1n];
    const texts = revisions.map(sequenceOf);
    expect(texts.toSorted()).toEqual(texts);
    expect(new Set(texts.map(({ length }) => length))).toEqual(new Set([20]));
  });
});
