import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureOf } from './errors.js';

describe('what Kafka refuses', () => {
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
