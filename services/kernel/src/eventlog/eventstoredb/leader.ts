import type { EndPoint } from '@eventstore/db-client';
import type { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { type ClusterInfo, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { Empty } from '@eventstore/db-client/generated/shared_pb';
import { Metadata } from '@grpc/grpc-js';
import { reasonOf } from './failures.js';

/**
 * The node that leads a cluster, by the gossip of the first host that knows it. Our own, since the client's discovery
 * takes no options for its channels and keeps to itself why a host did not answer.
 *
 * @param open - gives a client of a host, which is closed here
 * @param deadlineMs - for each host
 * @throws Error with the first host's reason when no host answers; when some do and none leads, it says that
 */
export const leaderOf = async (
  hosts: readonly EndPoint[],
  open: (host: EndPoint) => GossipClient,
  deadlineMs: number,
): Promise<EndPoint> => {
  let silent: Error | undefined;
  let answered = false;
  for (const host of hosts) {
    try {
      const leader = leaderAmong(await membersKnownTo(open(host), deadlineMs));
      if (leader !== undefined) return leader;
      answered = true;
    } catch (error) {
      silent ??= new Error(`${host.address}:${host.port}: ${reasonOf(error)}`, { cause: error });
    }
  }
  const nobody = new Error('the servers answer, and none of them leads', { cause: silent });
  throw answered ? nobody : (silent ?? nobody);
};

const membersKnownTo = (client: GossipClient, deadlineMs: number): Promise<ClusterInfo> =>
  new Promise((resolve, reject) => {
    client.read(new Empty(), new Metadata(), { deadline: Date.now() + deadlineMs }, (error, cluster) => {
      client.close();
      if (error === null) resolve(cluster);
      else reject(error);
    });
  });

const leaderAmong = (cluster: ClusterInfo): EndPoint | undefined =>
  cluster
    .getMembersList()
    .find((member) => member.getIsAlive() && member.getState() === MemberInfo.VNodeState.LEADER)
    ?.getHttpEndPoint()
    ?.toObject();
