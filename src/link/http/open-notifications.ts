import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Postbox } from './conversation.ts';
import { Notification } from './notification.ts';

/** The notifications of one channel that are on their way, so that its end can be theirs (S4). */
export class OpenNotifications {
  readonly #notifications = new Set<Notification>();

  /** Settles as the notification does. */
  send(postbox: Postbox, message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const notification = new Notification(postbox, message, (error) => {
        this.#notifications.delete(notification);
        if (error === undefined) resolve();
        else reject(error);
      });
      this.#notifications.add(notification);
      notification.start();
    });
  }

  close(): void {
    for (const notification of this.#notifications) notification.close();
  }
}
