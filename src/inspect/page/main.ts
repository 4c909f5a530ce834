import { holdViewer } from './hold-viewer.ts';

const status = document.querySelector<HTMLElement>('[role=status]');
const place = document.querySelector('iframe');
const answer = await fetch('settings');
const { viewer } = (await answer.json()) as { viewer: string };

if (place && status) holdViewer(place, new URL(viewer), (text) => (status.textContent = text));
