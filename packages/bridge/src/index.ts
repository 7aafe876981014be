export { type Bridge, type BridgeConfig, bridgeSocket, createBridge } from './bridge.ts';
export {
  clientIds,
  type Launch,
  type McpClientId,
  mcpClients,
} from './install/clients.ts';
export {
  adviceOf,
  copiesOf,
  describeInstallation,
  describeRemoval,
  hasOwnToken,
  type InstallationOutcome,
  installClient,
  isInstalled,
  ownTokenOf,
  type RemovalOutcome,
  removeClient,
  withOwnToken,
} from './install/install-client.ts';
export { serveBridge } from './serve.ts';
