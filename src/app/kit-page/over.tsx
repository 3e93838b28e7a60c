import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../kit/button.tsx';
import { PromptDialog } from '../kit/prompt-dialog.tsx';
import { FormSheet } from '../kit/form-sheet.tsx';
import { useMenu } from '../kit/menu.tsx';
import { Sheet } from '../kit/sheet.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useToasts } from '../kit/toaster.tsx';
import { useAsk } from '../kit/use-ask.tsx';
import ShortcutsSheet from '../shared/shortcuts-sheet.tsx';
import { ShownOnce } from '../shared/shown-once.tsx';
import { KitPart, KitSection } from './parts.tsx';

type Open = 'sheet' | 'form' | 'prompt' | 'shortcuts' | 'secret' | null;

/** Parts that appear over a page; a button opens each. */
export const Over = ({ title }: { readonly title: string }) => (
  <KitSection title={title}>
    <CallSample />
    <Opened />
  </KitSection>
);

/** Parts that code opens with a hook. */
function CallSample() {
  const { t } = useTranslation();
  const openMenu = useMenu(() => ({
    title: t('common.more'),
    items: [
      { key: 'pin', label: t('chatOp.pin'), onSelect: () => undefined },
      { key: 'off', label: t('chatOp.mute'), disabled: true, onSelect: () => undefined },
      { key: 'delete', label: t('chatOp.delete'), danger: true, onSelect: () => undefined },
    ],
  }));
  const ask = useAsk();
  const toasts = useToasts();
  return (
    <>
      <KitPart name="useToasts · Toaster">
        <Button onClick={() => toasts.show(t('common.saved'))}>Toast</Button>
        <Button
          onClick={() =>
            toasts.show(t('chatOp.deleted'), {
              action: { label: t('common.undo'), onSelect: () => undefined },
            })
          }
        >
          Toast {t('common.undo')}
        </Button>
      </KitPart>
      <KitPart name="useMenu · MenuHost">
        <Button onClick={(event) => openMenu(event.currentTarget)}>Menu</Button>
      </KitPart>
      <KitPart name="useAsk · ConfirmDialog">
        <Button
          onClick={() =>
            void ask({
              title: t('logout.confirm'),
              text: t('logout.text'),
              confirm: t('logout.action'),
              danger: true,
            })
          }
        >
          Ask
        </Button>
        <Button onClick={() => void ask({ title: t('err.expired'), confirm: t('common.ok'), firm: true })}>
          Ask, firm
        </Button>
      </KitPart>
    </>
  );
}

/** Parts of a page that are open or closed. */
function Opened() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const [typed, setTyped] = useState('');
  const close = () => setOpen(null);
  return (
    <>
      <KitPart name="PromptDialog · FormSheet · Sheet">
        <Button onClick={() => setOpen('prompt')}>Prompt</Button>
        <Button onClick={() => setOpen('form')}>Form</Button>
        <Button onClick={() => setOpen('sheet')}>Sheet</Button>
        <Button onClick={() => setOpen('shortcuts')}>ShortcutsSheet</Button>
        <Button onClick={() => setOpen('secret')}>ShownOnce</Button>
      </KitPart>
      <PromptDialog
        open={open === 'prompt'}
        title={t('friend.remarkTitle')}
        text={t('friend.remarkHint')}
        label={t('friend.remark')}
        confirm={t('common.save')}
        onClose={close}
        onSubmit={async (value) => (value === '' ? t('rule.needRemark') : null)}
      />
      <FormSheet
        open={open === 'form'}
        title={t('title.profile')}
        confirm={t('common.save')}
        onClose={close}
        onSubmit={async () => (typed === '' ? t('rule.needNickname') : null)}
      >
        <TextField label={t('reg.nickname')} value={typed} onValue={setTyped} />
      </FormSheet>
      {open === 'secret' && (
        <ShownOnce title={t('tokens.shown')} text={t('tokens.shownText')} secret="pat_3f9a" onClose={close} />
      )}
      {open === 'shortcuts' && <ShortcutsSheet onClose={close} />}
      <Sheet open={open === 'sheet'} onClose={close} title={t('title.doc')}>
        <p style={{ padding: '0 var(--s4) var(--s4)' }}>{t('about.feat3')}</p>
      </Sheet>
    </>
  );
}
