import type { UserId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { useStore } from '../../shared/client-context.ts';
import { useReporting } from '../../shared/reporting/use-reporting.tsx';

/** Reports a user to the moderators (REPORT-1); hidden on a base-protocol server. */
export function ReportButton({ id, name }: { readonly id: UserId; readonly name: string }) {
  const { t } = useTranslation();
  const { open, layer } = useReporting();
  const plain = useStore((state) => state.sync.plain);
  if (plain) return null;
  return (
    <>
      <Button
        kind="quietDanger"
        block
        onClick={() => open({ about: { kind: 'person', id }, name, person: { id, name } })}
      >
        {t('report.open')}
      </Button>
      {layer}
    </>
  );
}
