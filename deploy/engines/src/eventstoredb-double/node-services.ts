import { randomUUID } from 'node:crypto';
import { ClusterInfo, EndPoint, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import type { IGossipServer } from '@eventstore/db-client/generated/gossip_grpc_pb';
import type { IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { answerOnce } from './streams/answers.js';
import { performForAll, type ServiceContext } from './streams/context.js';
import { uuidTo } from './wire/identifiers.js';

const STREAMS = 'event_store.client.streams.streams';
const METHODS: readonly (readonly [service: string, method: string, features: readonly string[]])[] = [
  [STREAMS, 'append', []],
  [STREAMS, 'batchappend', ['deadline_duration']],
  [STREAMS, 'delete', []],
  [STREAMS, 'read', ['position', 'events']],
  [STREAMS, 'tombstone', []],
  ['event_store.client.gossip.gossip', 'read', []],
  ['event_store.client.server_features.serverfeatures', 'getsupportedmethods', []],
];
const LEADER = MemberInfo.VNodeState.LEADER;
const TICKS_A_MILLISECOND = 10_000n;

/** What the double can do: the methods that it serves and no others. */
export const serverFeatures = (context: ServiceContext, version: string): IServerFeaturesServer => ({
  getSupportedMethods: (call, callback) =>
    answerOnce(callback, () =>
      performForAll(context, 'server-features', call, () => Promise.resolve(supportedMethods(version))),
    ),
});

const supportedMethods = (version: string): SupportedMethods =>
  new SupportedMethods().setEventStoreServerVersion(version).setMethodsList(
    METHODS.map(([service, method, features]) =>
      new SupportedMethod()
        .setServiceName(service)
        .setMethodName(method)
        .setFeaturesList([...features]),
    ),
  );

/** A cluster of one, which leads. */
export const gossip = (context: ServiceContext, host: string, port: () => number): IGossipServer => {
  const instance = randomUUID();
  return {
    read: (call, callback) =>
      answerOnce(callback, () =>
        performForAll(context, 'gossip', call, async () => {
          const member = new MemberInfo()
            .setInstanceId(uuidTo(instance, false))
            .setTimeStamp(String(BigInt(Date.now()) * TICKS_A_MILLISECOND))
            .setState(LEADER)
            .setIsAlive(true)
            .setHttpEndPoint(new EndPoint().setAddress(host).setPort(port()));
          return new ClusterInfo().setMembersList([member]);
        }),
      ),
  };
};
