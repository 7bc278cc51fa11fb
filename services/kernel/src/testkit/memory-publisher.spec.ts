import { publisherConformance } from '../publisher/conformance.js';
import type { Topic } from '../publisher/port.js';
import { memoryPublisher } from './memory-publisher.js';

publisherConformance('memory', async () => {
  const publisher = memoryPublisher();
  let isClosed = false;
  const other = {
    takeOver: (topic: Topic) => publisher.takeOver(topic),
    close: async () => {
      isClosed = true;
      await publisher.close();
    },
  };
  return { publisher, other, read: async (topic) => (isClosed ? [] : publisher.messages(topic)) };
});
