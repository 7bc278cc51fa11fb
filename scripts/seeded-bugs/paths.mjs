// Where the sources are, from the root of the repository.
export const kernel = (path) => `services/kernel/src/${path}`;
export const assets = (path) => `services/assets/src/${path}`;
export const datasets = (path) => `services/datasets/src/${path}`;
export const gateway = (path) => `gateway/src/${path}`;
export const identity = (path) => `services/identity/src/${path}`;
