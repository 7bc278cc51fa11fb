export * from './port.js';
export { decryptText, encryptText, type PersonalPlace } from './personal.js';
export { VaultOfAnotherRelease } from './form.js';
export { SealBroken } from './sealing.js';
export { type MongoVaultOptions, openMongoVault } from './mongodb/mongo-vault.js';
export { openSqliteVault } from './sqlite/sqlite-vault.js';
export { WrongVaultSecret } from './wrapping.js';
export { mac, macOfServer, madeByServer, sameBytes } from './server-mac.js';
