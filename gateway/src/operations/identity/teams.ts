import { groupCommands, operations } from '@cairn/contracts';
import { teamById, teamsFor } from '@cairn/identity';
import { list } from '../resource.js';
import { renamed } from '../renamed.js';
import { group } from './group.js';

const team = group({
  kind: 'team',
  path: operations.getTeam.path,
  read: teamById,
  setLogo: groupCommands.setTeamLogo,
  removeLogo: groupCommands.removeTeamLogo,
});

export const listTeams = list(operations.listTeams, ({ context, page, filters }) =>
  teamsFor(context, page, filters),
);
export const getTeam = team.get(operations.getTeam);
export const listTeamHistory = team.history(operations.listTeamHistory);
export const createTeam = team.create(operations.createTeam, renamed('team', groupCommands.createTeam));
export const updateTeam = team.update(operations.updateTeam, renamed('team', groupCommands.updateTeam));
export const deleteTeam = team.remove(operations.deleteTeam, renamed('team', groupCommands.deleteTeam));
export const restoreTeam = team.restore(operations.restoreTeam, renamed('team', groupCommands.restoreTeam));
export const getTeamLogo = team.getLogo(operations.getTeamLogo);
export const uploadTeamLogo = team.uploadLogo(operations.uploadTeamLogo);
export const deleteTeamLogo = team.deleteLogo(operations.deleteTeamLogo);
