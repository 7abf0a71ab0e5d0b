/** The generated definitions (CommonJS) of the client package, so that the test server has exactly its protocol. */
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresMessages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedMessages from '@eventstore/db-client/generated/shared_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsMessages from '@eventstore/db-client/generated/streams_pb.js';

export type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
export type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
export type {
  AppendReq,
  AppendResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';

export const { GossipService } = gossipService;
export const { ServerFeaturesService } = featuresService;
export const { StreamsService } = streamsService;
export const gossip = gossipMessages;
export const features = featuresMessages;
export const shared = sharedMessages;
export const streams = streamsMessages;
