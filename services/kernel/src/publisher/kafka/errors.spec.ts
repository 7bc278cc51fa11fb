import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureOf } from './errors.js';

describe('what Kafka refuses', () => {
  it('is told with the time that a transaction is asked for', () => {
    const type = 'INVALID_TRANSACTION_TIMEOUT';
    const { message } = failureOf(Object.assign(new Error(type), { type }), 'publishing', 'kafka:9092');
    expect(message).toContain('to 30000 or more');
  });

  it.each(['TOPIC_AUTHORIZATION_FAILED', 'POLICY_VIOLATION'])(
    'is told with a place in the documentation that is there: %s',
    (type) => {
      const { message } = failureOf(Object.assign(new Error(type), { type }), 'publishing', 'kafka:9092');
      const [, file = '', section = ''] = /\b(docs\/\S+\.md), (\w+)/.exec(message) ?? [];
      const text = readFileSync(join(__dirname, '../../../../..', file), 'utf8');
      expect(text).toContain(`\n## ${section}\n`);
    },
  );
});
