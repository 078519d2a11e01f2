// Placeholder until the first file of Services stands.
