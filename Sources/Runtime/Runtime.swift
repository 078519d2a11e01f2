// Placeholder until the first file of Runtime stands.
