import type { UserId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { useStore } from '../../shared/client-context.ts';
import { useReporting } from '../../shared/reporting/use-reporting.tsx';

/** Tells those who look after the server of somebody (REPORT-1); a plain server knows nothing of it. */
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
