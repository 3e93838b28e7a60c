import { useCallback } from 'react';
import { createActor } from 'xstate';
import { permissionMachine, type PermissionEffect } from '../../../machines/permission.machine.ts';
import { unreachable } from '../../domain/assert.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { askBrowserFor, type PermissionKind, permissionState } from '../platform/permissions.ts';
import { readSetting, writeSetting } from '../platform/settings.ts';
import { useToasts } from '../kit/toaster.tsx';
import { useAsk } from '../kit/use-ask.tsx';

const EXPLAINED = 'permission-explained-';
/** Long enough to be read. */
const WAY_BACK_MS = 10_000;

/**
 * `if (await allow('microphone')) …`: explains before the browser asks, and shows how to undo a refusal
 * (PERM-1 … PERM-3). A permission that was already granted needs no prompt.
 */
export function usePermission(): (kind: PermissionKind) => Promise<boolean> {
  const { t } = useTranslation();
  const ask = useAsk();
  const toasts = useToasts();
  return useCallback(
    async (kind) => {
      const standing = await permissionState(kind);
      return new Promise<boolean>((resolve) => {
        const actor = createActor(permissionMachine, {
          input: { explained: readSetting(EXPLAINED + kind) === '1' },
        });
        const explain = async () => {
          const accepted = await ask({
            title: t(`perm.${kind}.title`),
            text: t(`perm.${kind}.why`),
            confirm: t('perm.go'),
            cancel: t('perm.notNow'),
          });
          if (accepted) writeSetting(EXPLAINED + kind, '1');
          actor.send({ type: accepted ? 'explanation.accepted' : 'explanation.declined' });
        };
        const perform = (effect: PermissionEffect): void => {
          switch (effect.type) {
            case 'explain':
              return void explain();
            case 'askBrowser':
              return void askBrowserFor(kind).then((answer) => actor.send({ type: `browser.${answer}` }));
            case 'allowed':
              return resolve(true);
            case 'notAllowed':
              return resolve(false);
            case 'showWayBack':
              return toasts.show(`${t(`perm.${kind}.refused`)}\n${t('perm.wayBack')}`, { ms: WAY_BACK_MS });
          }
          return unreachable(effect);
        };
        actor.on('*', perform);
        actor.start();
        actor.send({ type: 'permission.wanted', standing });
      });
    },
    [ask, t, toasts],
  );
}
