import type { GroupCall } from '../../domain/group-call.ts';
import type { GroupCallRow } from '../../ports/store.ts';

/** The call as members see it: without sockets and removed users. */
export const groupCallData = ({ id, startedAtMs, startedBy, devices, unit }: GroupCallRow): GroupCall => ({
  id,
  startedAtMs,
  startedBy,
  unit,
  participants: devices.map(({ device, user, name, avatar, joinedAtMs, isHandRaised }) => ({
    device,
    user,
    name,
    avatar,
    joinedAtMs,
    isHandRaised,
  })),
});
