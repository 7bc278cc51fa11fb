export { startCluster } from './cluster.js';
export { main } from './main.js';
