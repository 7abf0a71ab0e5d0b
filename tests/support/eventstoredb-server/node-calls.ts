import type { sendUnaryData } from '@grpc/grpc-js';
import { type ClusterInfo, features, gossip, type SupportedMethods } from './protocol.ts';

/** A node of the cluster, as gossip reports it. */
export interface Member {
  readonly port: number;
  readonly state: 'leader' | 'follower';
  readonly alive: boolean;
}

export const supportedMethods = (callback: sendUnaryData<SupportedMethods>): void => {
  const batchAppend = new features.SupportedMethod();
  batchAppend.setServiceName('event_store.client.streams.streams').setMethodName('batchappend');
  callback(null, new features.SupportedMethods().setEventStoreServerVersion('23.10.0').setMethodsList([batchAppend]));
};

export const clusterInfo = (members: readonly Member[], callback: sendUnaryData<ClusterInfo>): void => {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  const list = members.map(({ port, state, alive }) => {
    const member = new gossip.MemberInfo();
    member
      .setState(state === 'leader' ? LEADER : FOLLOWER)
      .setIsAlive(alive)
      .setTimeStamp('0');
    return member.setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port));
  });
  callback(null, new gossip.ClusterInfo().setMembersList(list));
};
