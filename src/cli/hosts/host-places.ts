import { posix, win32 } from 'node:path';

/** Hosts whose configurations can be imported. */
export const hostNames = [
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'cline',
  'roo',
  'windsurf',
  'gemini',
] as const;

export type HostName = (typeof hostNames)[number];

/** A file that a host may have left, and what relative paths in it start from. */
export interface HostPlace {
  readonly host: HostName;
  readonly file: string;
  readonly folder: string;
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The current folder, for what belongs to a project. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where each host keeps its servers, per user and per project. */
const table: readonly {
  readonly host: HostName;
  readonly root: 'project' | 'home' | 'settings';
  readonly path: string;
}[] = [
  { host: 'claude-code', root: 'project', path: '.mcp.json' },
  { host: 'claude-code', root: 'home', path: '.claude.json' },
  { host: 'claude-desktop', root: 'settings', path: 'Claude/claude_desktop_config.json' },
  { host: 'cursor', root: 'project', path: '.cursor/mcp.json' },
  { host: 'cursor', root: 'home', path: '.cursor/mcp.json' },
  { host: 'vscode', root: 'project', path: '.vscode/mcp.json' },
  ...['mcp.json', 'settings.json'].flatMap((name) => inEditors('vscode', name)),
  ...inEditors('cline', 'globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json'),
  { host: 'cline', root: 'home', path: '.cline/data/settings/cline_mcp_settings.json' },
  { host: 'roo', root: 'project', path: '.roo/mcp.json' },
  ...inEditors('roo', 'globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json'),
  { host: 'windsurf', root: 'home', path: '.codeium/windsurf/mcp_config.json' },
  { host: 'gemini', root: 'project', path: '.gemini/settings.json' },
  { host: 'gemini', root: 'home', path: '.gemini/settings.json' },
];

/** The user's folder of each edition of VS Code. */
function inEditors(host: HostName, path: string) {
  const editions = ['Code', 'Code - Insiders', 'VSCodium'];
  return editions.map((edition) => ({
    host,
    root: 'settings' as const,
    path: `${edition}/User/${path}`,
  }));
}

/** Every place on a machine where one of `hosts` may have left servers; a project's come first. */
export function hostPlaces(machine: Machine, hosts: readonly HostName[]): HostPlace[] {
  const paths = machine.platform === 'win32' ? win32 : posix;
  const roots = {
    project: machine.project,
    home: machine.home,
    settings: settingsFolder(machine, paths),
  };
  return table
    .filter(({ host }) => hosts.includes(host))
    .sort((one, other) => rank(one.root) - rank(other.root))
    .map(({ host, root, path }) => ({
      host,
      file: paths.join(roots[root], ...path.split('/')),
      folder: root === 'project' ? machine.project : machine.home,
    }));
}

/** What is nearer to the work at hand wins a name. */
function rank(root: 'project' | 'home' | 'settings'): number {
  return root === 'project' ? 0 : 1;
}

function settingsFolder({ platform, home, env }: Machine, paths: typeof posix): string {
  if (platform === 'darwin') return paths.join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] || paths.join(home, 'AppData', 'Roaming');
  return env['XDG_CONFIG_HOME'] || paths.join(home, '.config');
}
