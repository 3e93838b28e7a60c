/**
 * The kit: every screen is built from these parts and from the tokens in tokens.css.
 *
 * Show     Avatar (initials, dot) · Badge · Tag · EmptyBlock · Skeleton, SkeletonRows · Spinner · Mark
 *          VisuallyHidden
 * Frame    Page (bar + body) · TopBar · TabBar · Row, RowList · VirtualList
 * Act      Button, IconButton · Switch · SegmentedTabs · SwipeRow · useLongPress
 * Write    TextField · SearchField
 * Over     Sheet · ConfirmDialog · PromptDialog · useAsk() · useMenu(), placeOf() · useToasts()
 * Hooks    useClient · useStore(selector, same?) · useSession · useWide, useVeryWide, useTouch,
 *          useReducedMotion · useDisplayTime, useListTime, clockTime, dateWords, fullTime · useBack · useSetting · useAppSetting
 *          usePane · sameItems · cx
 *
 * Import from the file itself where a chunk must stay small; from here otherwise.
 */
export { useAppSetting } from './app-setting.ts';
export { Avatar } from './avatar.tsx';
export { Badge } from './badge.tsx';
export { Button, IconButton } from './button.tsx';
export { cx } from './class-names.ts';
export { ClientContext, sameItems, useClient, useSession, useStore } from './client-context.ts';
export { ConfirmDialog, PromptDialog } from './dialogs.tsx';
export { EmptyBlock } from './empty-block.tsx';
export type { EmptyKind } from './empty-drawings.tsx';
export { ProductMark } from './mark.tsx';
export { type MenuItem, type MenuPlace, menuPlaceOf, useMenu } from './menu.tsx';
export { Page } from './page.tsx';
export { usePane } from './pane-context.ts';
export { Row, RowList } from './row.tsx';
export { SearchField } from './search-field.tsx';
export { SegmentedTabs } from './segmented-tabs.tsx';
export { Sheet } from './sheet.tsx';
export { Skeleton, SkeletonRows } from './skeleton.tsx';
export { Spinner } from './spinner.tsx';
export { SwipeRow } from './swipe-row.tsx';
export { Switch } from './switch.tsx';
export { TabBar } from './tab-bar.tsx';
export { Tag } from './tag.tsx';
export { TextField } from './text-field.tsx';
export { useToasts } from './toaster.tsx';
export { TopBar } from './top-bar.tsx';
export { useAsk } from './use-ask.tsx';
export { CHAT, HOME, useBack } from './use-back.ts';
export { clockTime, dateWords, fullTime, useDisplayTime, useListTime } from './use-display-time.ts';
export { useLongPress } from './use-long-press.ts';
export { useReducedMotion, useTouch, useVeryWide, useWide } from './use-media.ts';
export { useSetting } from './use-setting.ts';
export { VirtualList } from './virtual-list.tsx';
export { VisuallyHidden } from './visually-hidden.tsx';
