import { signIn } from '../world/sign-in.ts';
import type { ActContext } from './subject.ts';

/** Actions on tabs, devices and sessions; null for other kinds of steps. */
export function pageAct(context: ActContext): Promise<unknown> | null {
  const { world, person, device, tab, step } = context;
  const nothing = Promise.resolve();
  switch (step.kind) {
    case 'reload':
      device.close(tab);
      device.open(tab.memory);
      world.record.count('mark: reload');
      return nothing;
    case 'reloadNicely':
      tab.page.vanish();
      device.close(tab);
      device.open(tab.memory);
      return nothing;
    case 'newTab':
      if (device.tabs.length >= world.sessions.tabs) return nothing;
      world.record.count('mark: two tabs');
      device.open();
      return nothing;
    case 'closeTab':
      if (device.tabs.length < 2) return nothing;
      tab.page.vanish();
      device.close(tab);
      return nothing;
    case 'hidePage':
    case 'showPage': {
      const visible = step.kind === 'showPage';
      if (visible) tab.clock.throttle(0);
      tab.page.setVisible(visible);
      return nothing;
    }
    case 'otherDevice': {
      if (person.devices.length >= world.sessions.devices) return nothing;
      world.record.count('mark: login elsewhere');
      const other = world.addDevice(person).open();
      return signIn(world, other, person);
    }
    case 'logout': {
      for (const message of world.record.messages)
        if (message.device === device.name) message.released = true;
      world.record.count('mark: logout');
      return tab.client.actions.logout();
    }
    case 'reconnect':
      tab.client.actions.reconnect();
      return nothing;
    case 'refresh':
      return tab.client.actions.refreshContacts();
    default:
      return null;
  }
}
